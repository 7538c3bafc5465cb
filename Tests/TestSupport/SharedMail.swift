import Foundation
package import Testing

/// The root folder of the project, where Package.swift is.
package let projectRoot: String = {
    // Tests/TestSupport/SharedMail.swift: the root is three up.
    var path = #filePath
    for _ in 0..<3 { path = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
    return path
}()

/// The folder of real mail that some tests read, or nil where it is absent.
///
/// It is that of `MAILLEDGER_MAIL`, or else `shared/mail` beside the project.
package let sharedMail: String? = {
    let path = ProcessInfo.processInfo.environment["MAILLEDGER_MAIL"] ?? "\(projectRoot)/../shared/mail"
    return FileManager.default.fileExists(atPath: path) ? path : nil
}()

/// Thrown by `requireSharedMail()`.
package struct NoSharedMail: Error, CustomStringConvertible {
    package var description: String { "No real mail: set MAILLEDGER_MAIL to the folder that has it." }
}

/// The folder of real mail, for a test that has the trait `.needsSharedMail`.
package func requireSharedMail() throws -> String {
    guard let sharedMail else { throw NoSharedMail() }
    return sharedMail
}

extension Trait where Self == ConditionTrait {
    /// Skips the test, and says so, where the real mail is absent.
    package static var needsSharedMail: Self {
        .enabled("the real mail is absent: set MAILLEDGER_MAIL to its folder") { sharedMail != nil }
    }
}
