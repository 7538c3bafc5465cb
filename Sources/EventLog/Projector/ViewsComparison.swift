internal import Cryptography
internal import SQLiteDatabase

/// The first place where live views, or kept ones of an earlier position, differ from a fresh build.
public struct ViewsDifference: Sendable, Hashable {
    /// The position of the earlier views; nil for the live ones.
    public internal(set) var position: Position?
    public let table: String
    /// The row as the live views have it, and as the log makes it; nil if there is none.
    public let live: String?
    public let rebuilt: String?
    /// Whether a whole file cannot be used, so that no row of it was compared.
    public let isOfFile: Bool

    package init(table: String, live: String?, rebuilt: String?) {
        self.table = table
        self.live = live
        self.rebuilt = rebuilt
        isOfFile = false
    }

    /// Makes the difference of a file that cannot be used.
    package init(file: String, live: String) {
        table = file
        self.live = live
        rebuilt = "all tables"
        isOfFile = true
    }
}

/// The difference of a read model between the live views and a fresh build.
public struct ReadModelDifference: Sendable, Hashable {
    /// A row that differs, with the columns that do.
    public struct Sample: Sendable, Hashable {
        public let table: String
        /// The row's key, as in `id=17`.
        public let key: String
        /// Each column with its value in the live views and in the fresh build; nil if there is no such row.
        public let columns: [Column]

        public init(table: String, key: String, columns: [Column]) {
            self.table = table
            self.key = key
            self.columns = columns
        }
    }

    public struct Column: Sendable, Hashable {
        public let name: String
        public let live: String?
        public let rebuilt: String?

        public init(name: String, live: String?, rebuilt: String?) {
            self.name = name
            self.live = live
            self.rebuilt = rebuilt
        }
    }

    public let name: String
    /// The versions of the rules that built both; nil if there is no such read model, and for what all of them share.
    public let liveVersion: Int?
    public let version: Int?
    /// Rows of the fresh build only, of the live views only, and of both with other values.
    public fileprivate(set) var added = 0
    public fileprivate(set) var removed = 0
    public fileprivate(set) var changed = 0
    /// The tables that have other columns; the columns of both are compared.
    public fileprivate(set) var reshaped: [String] = []
    public fileprivate(set) var samples: [Sample] = []

    /// The number of rows that differ.
    public var count: Int { added + removed + changed }
    public var isNone: Bool { count == 0 && reshaped.isEmpty && liveVersion == version }
}

/// Walks two builds side by side, table by table, each in the order of its key.
///
/// - Complexity: Linear in the rows; one row of each table is held at a time.
struct ViewsComparison {
    let live: Connection
    let fresh: Connection

    /// Returns the first row that differs, under the same rules.
    func firstDifference() throws -> ViewsDifference? {
        let tables = try ReadModelTables.comparable(on: fresh)
        let liveTables = try ReadModelTables.comparable(on: live)
        if let table = tables.symmetricDifference(liveTables).min() {
            return ViewsDifference(
                table: table, live: liveTables.contains(table) ? "a table" : nil,
                rebuilt: tables.contains(table) ? "a table" : nil)
        }
        let (definitions, liveDefinitions) = try (
            ReadModelTables.definitions(on: fresh), ReadModelTables.definitions(on: live)
        )
        let names = Set(definitions.keys).union(liveDefinitions.keys)
        if let name = names.filter({ definitions[$0] != liveDefinitions[$0] }).min() {
            return ViewsDifference(
                table: name, live: liveDefinitions[name].map { _ in "another definition" },
                rebuilt: definitions[name].map { _ in "a definition" })
        }
        for table in tables.sorted() {
            var difference: ViewsDifference?
            try walk(table) { pair, shape in
                difference = ViewsDifference(
                    table: table, live: pair.live.map { Self.outline($0, shape.live) },
                    rebuilt: pair.fresh.map { Self.outline($0, shape.fresh) })
                return false
            }
            if let difference { return difference }
        }
        return nil
    }

    /// Counts for each read model the rows that differ, also where other rules built the live ones.
    ///
    /// - Parameters:
    ///   - limit: How many rows of each read model are shown.
    ///   - ignored: Tables that are not compared.
    func differences(sampling limit: Int, ignoring ignored: Set<String> = []) throws -> [ReadModelDifference] {
        let models = try ReadModelTables.models(on: fresh)
        let liveModels = try ReadModelTables.models(on: live)
        let gone = liveModels.filter { model in !models.contains { $0.name == model.name } }
        return try (models + gone).map { model in
            let before = liveModels.first { $0.name == model.name }
            let isThere = models.contains { $0.name == model.name }
            return try difference(before, isThere ? model : nil, sampling: limit, ignoring: ignored)
        }
    }

    private func difference(
        _ before: ReadModelTables.Model?, _ after: ReadModelTables.Model?, sampling limit: Int,
        ignoring ignored: Set<String>
    ) throws -> ReadModelDifference {
        var difference = ReadModelDifference(
            name: after?.name ?? before?.name ?? "", liveVersion: before?.version, version: after?.version)
        let (old, new) = (Set(before?.tables ?? []), Set(after?.tables ?? []))
        for table in old.union(new).subtracting(ignored).sorted() {
            guard old.contains(table) else {
                difference.added += try count(table, fresh)
                continue
            }
            guard new.contains(table) else {
                difference.removed += try count(table, live)
                continue
            }
            let shape = try walk(table) { pair, shape in
                difference.take(pair, of: table, shape, sampling: limit)
                return true
            }
            if shape.live != shape.fresh { difference.reshaped.append(table) }
        }
        return difference
    }

    private func count(_ table: String, _ connection: Connection) throws -> Int {
        try connection.first("SELECT count(*) FROM main.\(SQL.identifier(table))") { try $0.next() } ?? 0
    }

    // MARK: Two tables side by side

    /// A row of one table, of the other, or of both under one key.
    fileprivate struct Pair {
        let live: [Value]?
        let fresh: [Value]?
    }

    /// The columns of both tables, and the indexes of the common ones in each; the key comes first.
    fileprivate struct Shape {
        let live: [String]
        let fresh: [String]
        let key: [String]
        let common: [(name: String, live: Int, fresh: Int)]

        init(live: [String], fresh: [String], key: [String]) {
            self.live = live
            self.fresh = fresh
            self.key = key
            common = (key + fresh.filter { !key.contains($0) }).compactMap { name in
                guard let old = live.firstIndex(of: name), let new = fresh.firstIndex(of: name) else { return nil }
                return (name, old, new)
            }
        }

        /// The order of two rows by their keys.
        func order(_ left: [Value], _ right: [Value]) -> Int {
            for column in common.prefix(key.count) {
                let order = left[column.live].order(right[column.fresh])
                if order != 0 { return order }
            }
            return 0
        }
    }

    /// Lends each row that is not the same in both; the closure returns false to stop.
    @discardableResult
    private func walk(_ table: String, _ body: (Pair, Shape) throws -> Bool) throws -> Shape {
        let key = try ReadModelTables.key(of: table, on: fresh)
        let hasSameKey = try ReadModelTables.key(of: table, on: live) == key
        // Rows that nothing names alike are all others: an empty key puts the old ones before the new ones.
        let liveKey = try hasSameKey ? key : ReadModelTables.key(of: table, on: live)
        let liveRows = try ReadModelTables.cursor(table, key: liveKey, on: live)
        let freshRows = try ReadModelTables.cursor(table, key: key, on: fresh)
        let shape = Shape(live: liveRows.columnNames, fresh: freshRows.columnNames, key: key)
        var old = try Self.next(liveRows, shape.live.count)
        var new = try Self.next(freshRows, shape.fresh.count)
        while old != nil || new != nil {
            let order = Self.order(old, new, shape, hasSameKey: hasSameKey)
            let pair = Pair(live: order <= 0 ? old : nil, fresh: order >= 0 ? new : nil)
            if order != 0 || !Self.isSame(pair, shape) {
                guard try body(pair, shape) else { return shape }
            }
            if order <= 0 { old = try Self.next(liveRows, shape.live.count) }
            if order >= 0 { new = try Self.next(freshRows, shape.fresh.count) }
        }
        return shape
    }

    private static func order(_ old: [Value]?, _ new: [Value]?, _ shape: Shape, hasSameKey: Bool) -> Int {
        guard let old else { return 1 }
        guard let new, hasSameKey else { return -1 }
        return shape.order(old, new)
    }

    private static func isSame(_ pair: Pair, _ shape: Shape) -> Bool {
        guard let live = pair.live, let fresh = pair.fresh else { return false }
        return shape.common.allSatisfy { live[$0.live] == fresh[$0.fresh] }
    }

    private static func next(_ statement: Statement, _ count: Int) throws -> [Value]? {
        try statement.step() ? statement.withRow { row in try (0..<count).map { _ in try row.next() } } : nil
    }

    /// Describes a row without revealing the text of mail.
    private static func outline(_ row: [Value], _ columns: [String]) -> String {
        zip(columns, row).map { column, value in
            switch value {
            case .null: "\(column)=NULL"
            case .integer(let integer): "\(column)=\(integer)"
            case .real(let real): "\(column)=\(real)"
            case .text(let text): "\(column)=\(text.count) characters"
            case .blob(let blob): "\(column)=\(blob.count) bytes"
            }
        }.joined(separator: " ")
    }
}

extension ReadModelDifference {
    fileprivate mutating func take(
        _ pair: ViewsComparison.Pair, of table: String, _ shape: ViewsComparison.Shape, sampling limit: Int
    ) {
        switch (pair.live, pair.fresh) {
        case (nil, _): added += 1
        case (_, nil): removed += 1
        default: changed += 1
        }
        guard samples.count < limit else { return }
        let columns = shape.common.compactMap { column -> Column? in
            let (old, new) = (pair.live?[column.live], pair.fresh?[column.fresh])
            guard old != new, !(shape.key.contains(column.name) && (old == nil || new == nil)) else { return nil }
            return Column(name: column.name, live: old?.display, rebuilt: new?.display)
        }
        let key = shape.key.compactMap { name -> String? in
            let old = shape.live.firstIndex(of: name).flatMap { pair.live?[$0] }
            let new = shape.fresh.firstIndex(of: name).flatMap { pair.fresh?[$0] }
            return (new ?? old).map { "\(name)=\($0.display)" }
        }
        samples.append(Sample(table: table, key: key.joined(separator: " "), columns: columns))
    }
}

extension Value {
    /// The order in which SQLite puts values of a key (<https://www.sqlite.org/datatype3.html#sort_order>).
    fileprivate func order(_ other: Value) -> Int {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): Self.order(left, right)
        case (.real(let left), .real(let right)): Self.order(left, right)
        case (.integer(let left), .real(let right)): Self.order(Double(left), right)
        case (.real(let left), .integer(let right)): Self.order(left, Double(right))
        case (.text(let left), .text(let right)): Self.order(Array(left.utf8), Array(right.utf8))
        case (.blob(let left), .blob(let right)): Self.order(left, right)
        default: Self.order(rank, other.rank)
        }
    }

    private static func order<Key: Comparable>(_ left: Key, _ right: Key) -> Int {
        left == right ? 0 : left < right ? -1 : 1
    }

    private static func order(_ left: [UInt8], _ right: [UInt8]) -> Int {
        left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real: 1
        case .text: 2
        case .blob: 3
        }
    }

    /// For people: a text as it is up to some length, a blob in hexadecimal.
    fileprivate var display: String {
        switch self {
        case .null: "null"
        case .integer(let integer): String(integer)
        case .real(let real): String(real)
        case .text(let text): text.count <= 80 ? text : text.prefix(79) + "…"
        case .blob(let blob): Array(blob.prefix(32)).hex + (blob.count > 32 ? "…" : "")
        }
    }
}
