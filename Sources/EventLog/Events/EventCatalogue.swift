public import JSONCoding
internal import Synchronization

/// All shapes that a program can read: today's event types, and upcasters from older versions to them.
///
/// It is the one decode path: replay, reading, export and time travel all go through ``decode(_:type:at:)``. An unknown
/// type or a newer version fails closed with an error that names it. An event of an unlisted context is a separate case
/// (``isOfNoContext(_:)``): read models skip it, and its bytes are kept as they are. Whether bytes that are refused are
/// those that were recorded is asked of the log: ``LogReading/decoding(_:)``.
public struct EventCatalogue: Sendable {
    private let shapes: LazyShapes
    /// The contexts that a program adds: it reads events that other programs skip, so its read models differ from
    /// theirs.
    public let addedContexts: [String]

    /// Lists today's event types and the upcasters that lead to them from older ones.
    ///
    /// Both lists are made when the first event is read. Most questions are answered from read models, and the first
    /// use of a type costs the runtime a few pages of memory.
    public init(
        _ events: @autoclosure @escaping @Sendable () -> [any Event.Type],
        upcasters: @autoclosure @escaping @Sendable () -> [Upcaster] = [], addedContexts: [String] = []
    ) {
        self.addedContexts = addedContexts
        shapes = LazyShapes { Shapes(events(), upcasters: upcasters()) }
    }

    private var decoders: [EventType: Shapes.Decoder] { shapes.value.decoders }
    private var upcasters: [EventType: Upcaster] { shapes.value.upcasters }

    /// Today's shapes, by name.
    public var types: [EventType] { shapes.value.types }

    /// The older shapes that it reads too, by name.
    public var olderTypes: [EventType] {
        upcasters.keys.sorted { ($0.name, $0.schema) < ($1.name, $1.schema) }
    }

    /// Older versions that no upcaster leads on from: a log that contains one of them could not be read.
    public var gaps: [EventType] {
        types.flatMap { type in
            (1..<max(type.schema, 1)).map { EventType(type.name, schema: $0) }.filter { upcasters[$0] == nil }
        }
    }

    /// Whether a type belongs to a context that is not listed here, so that the program that recorded it knows more.
    ///
    /// An unknown type of a known context is a different case: this program is older than the log.
    public func isOfNoContext(_ type: EventType) -> Bool {
        EventType.isContextName(type.context) && !shapes.value.contexts.contains(type.context)
    }

    /// Decodes a stored payload into today's events: usually one, or those that an upcaster makes of it, possibly none.
    public func decode(_ payload: [UInt8], type: EventType, at position: Position) throws -> [any Event] {
        if let decode = decoders[type] ?? shapes.value.shortcuts[type] {
            do {
                return [try decode(payload)]
            } catch {
                throw EventLogError.notDecoded(type, at: position, after: error)
            }
        }
        return try formsOfToday(payload, type: type, at: position).flatMap { form in
            try decode(JSONBytesEncoder().encode(form.payload), type: form.type, at: position)
        }
    }

    /// Converts a stored payload to today's shapes, in their stored form.
    public func formsOfToday(
        _ payload: [UInt8], type: EventType, at position: Position
    ) throws -> [Upcaster.Form] {
        do {
            let stored = try JSONBytesDecoder().decode(JSONValue.self, from: payload)
            return try upcast(Upcaster.Form(type, stored), at: position, after: 0)
        } catch let error as EventLogError {
            throw error
        } catch {
            throw EventLogError.notDecoded(type, at: position, after: error)
        }
    }

    private func upcast(_ form: Upcaster.Form, at position: Position, after steps: Int) throws -> [Upcaster.Form] {
        if decoders[form.type] != nil { return [form] }
        guard let upcaster = upcasters[form.type] else { throw EventLogError.unknownType(form.type, at: position) }
        guard steps < upcasters.count else {
            throw EventLogError.undecodable(form.type, at: position, reason: "its upcasters lead in a circle")
        }
        do {
            return try upcaster.upcast(form.payload).flatMap { try upcast($0, at: position, after: steps + 1) }
        } catch let error as EventLogError {
            throw error
        } catch {
            throw EventLogError.notDecoded(form.type, at: position, after: error)
        }
    }
}

/// The shapes of a catalogue, by type.
private final class Shapes: Sendable {
    typealias Decoder = @Sendable ([UInt8]) throws -> any Event

    let decoders: [EventType: Decoder]
    /// Older shapes that are read as today's in one step.
    let shortcuts: [EventType: Decoder]
    let upcasters: [EventType: Upcaster]
    let types: [EventType]
    /// The words before the full stops, of older types too.
    let contexts: Set<Substring>

    init(_ events: [any Event.Type], upcasters: [Upcaster]) {
        var decoders: [EventType: Decoder] = [:]
        for event in events {
            precondition(decoders[event.type] == nil, "two events are named \(event.type)")
            decoders[event.type] = Self.decoder(for: event)
        }
        self.decoders = decoders
        var ways: [EventType: Upcaster] = [:]
        for upcaster in upcasters {
            precondition(decoders[upcaster.source] == nil, "\(upcaster.source) is today's shape")
            precondition(ways[upcaster.source] == nil, "two upcasters read \(upcaster.source)")
            ways[upcaster.source] = upcaster
        }
        self.upcasters = ways
        shortcuts = ways.compactMapValues { way in
            way.shortcut.flatMap { decoders[$0.target] == nil ? nil : $0.decode }
        }
        types = events.map { $0.type }.sorted { ($0.name, $0.schema) < ($1.name, $1.schema) }
        contexts = Set(types.map(\.context) + ways.keys.map(\.context))
    }

    private static func decoder<E: Event>(for event: E.Type) -> Decoder {
        { payload in try E.read(from: payload) }
    }
}

/// The shapes, made when they are first needed; reading them takes no lock, because decoding each event does so.
private final class LazyShapes: Sendable {
    private let make: @Sendable () -> Shapes
    private let made = AtomicLazyReference<Shapes>()

    init(_ make: @escaping @Sendable () -> Shapes) {
        self.make = make
    }

    var value: Shapes { made.load() ?? made.storeIfNil(make()) }
}

/// A pure step from one version of a stored form to newer ones; steps are chained until today's is reached.
public struct Upcaster: Sendable {
    /// A stored form: its name and its payload.
    public struct Form: Sendable {
        public let type: EventType
        public let payload: JSONValue

        public init(_ type: EventType, _ payload: JSONValue) {
            self.type = type
            self.payload = payload
        }
    }

    /// The version that it reads.
    public let source: EventType
    /// Converts one old form into one newer form, several of them, or none.
    public let upcast: @Sendable (JSONValue) throws -> [Form]
    /// The same from stored bytes to an event, where the old form is a type.
    fileprivate let shortcut: (target: EventType, decode: Shapes.Decoder)?

    /// The closure names newer forms only; a chain that does not end is refused where it is read.
    public init(from source: EventType, upcast: @escaping @Sendable (JSONValue) throws -> [Form]) {
        self.source = source
        self.upcast = upcast
        shortcut = nil
    }

    /// Reads an old form of a type as well, in one step, so that a log with many of them is read as fast as ever.
    ///
    /// - Parameter convert: The same as `upcast`, from event to event.
    public init<Old: Event, New: Event>(
        upcast: @escaping @Sendable (JSONValue) throws -> [Form], convert: @escaping @Sendable (Old) -> New
    ) {
        source = Old.type
        self.upcast = upcast
        shortcut = (New.type, { try convert(Old.read(from: $0)) })
    }
}
