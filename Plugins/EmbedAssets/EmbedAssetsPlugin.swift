import FoundationEssentials
import PackagePlugin

/// Has the files of a module's folder `Assets` written as Swift before the module is built.
@main
struct EmbedAssetsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target as? any SourceModuleTarget else { return [] }
        let folder = module.directoryURL.appending(path: "Assets").resolvingSymlinksInPath()
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { name in
            var isFolder = false
            _ = FileManager.default.fileExists(atPath: folder.appending(path: name).path, isDirectory: &isFolder)
            return !isFolder && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }.sorted()
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(names.count) assets of \(module.name)",
                executable: try context.tool(named: "embed-assets").url,
                arguments: [output.path, folder.path] + names,
                inputFiles: names.map { folder.appending(path: $0) },
                outputFiles: [output])
        ]
    }
}
