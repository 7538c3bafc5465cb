import FoundationEssentials
import PackagePlugin

/// Has the files of a module's folder `Assets` written as Swift before the module is built.
@main
struct EmbedAssetsPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target as? any SourceModuleTarget else { return [] }
        let folder = module.directoryURL.appending(path: "Assets")
        let assets = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix(".") }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedAssets.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(assets.count) assets of \(module.name)",
                executable: try context.tool(named: "embed-assets").url,
                arguments: [output.path] + assets.map(\.path),
                inputFiles: assets,
                outputFiles: [output])
        ]
    }
}
