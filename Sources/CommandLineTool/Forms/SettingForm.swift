struct SettingForm: Encodable {
    let name: String
    let value: String?
    let origin: String
    let source: String?

    init(name: String, _ value: SettingValue) {
        self.name = name
        self.value = value.text
        origin = value.origin.name
        source = value.origin.source
    }
}
