package import DiskFiles
package import Terminals

extension Terminal {
    /// Returns the terminal's width: `COLUMNS` where it is a positive number, else what the terminal says, else 80.
    ///
    /// - Returns: nil where the descriptor is no terminal, so that nothing is cut off.
    package static func columns(
        of descriptor: Descriptor, environment: (String) -> String? = Surroundings.current.variable
    ) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
        return size(of: descriptor)?.columns ?? 80
    }

    /// Returns the terminal's height: what the terminal says, else 24; nil where the descriptor is no terminal.
    package static func rows(of descriptor: Descriptor) -> Int? {
        guard isTerminal(descriptor) else { return nil }
        return size(of: descriptor)?.rows ?? 24
    }
}
