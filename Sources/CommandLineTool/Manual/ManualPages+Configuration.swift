internal import ConfigurationFiles

extension ManualPages {
    /// The page of the configuration file, from the one list of settings.
    func configurationPage() -> String {
        var page = page("mailledger-config", section: 5, abstract: "The configuration file of mailledger.")
        page.section("Synopsis")
        page.raw("\\fI\\(ti/.config/mailledger/config\\fR")
        page.section("Description")
        page.prose(
            """
            What would be said with every command may be said once, here. An option counts more than a variable of the \
            environment, that more than the file, and that more than the default.

            The file is $MAILLEDGER_CONFIG, else $XDG_CONFIG_HOME/mailledger/config, else ~/.config/mailledger/config. It has \
            groups, keys and values; a line that begins with # is a comment. 'mailledger config' shows and changes it, \
            and keeps the comments.
            """)
        page.section("Settings")
        for setting in Setting.all { page.item(Roff.bold(setting.name), Self.text(of: setting)) }
        page.item(
            Roff.bold("query.") + Roff.italic("name"),
            "A saved query: query:name stands for it in other queries. 'mailledger query' saves them.")
        page.section("Examples")
        page.verbatim(["[output]", "dates = relative", "", "[query]", "work = in:Work or from:@harbour.example.com"])
        page.section("See also")
        page.raw("\\fBmailledger\\fR(1),")
        page.raw("\\fBmailledger\\-config\\fR(1),")
        page.raw("\\fBmailledger\\-queries\\fR(7)")
        return page.text
    }

    private static func text(of setting: Setting) -> String {
        var parts = [setting.summary.prefix(1).uppercased() + setting.summary.dropFirst() + "."]
        if !setting.values.isEmpty { parts.append("One of " + setting.values.joined(separator: ", ") + ".") }
        if let option = setting.option { parts.append("The option \(option) counts more.") }
        if let variable = setting.variable { parts.append("$\(variable) counts more than the file.") }
        if let variable = setting.secondVariable { parts.append("$\(variable) counts more if it is \"dumb\".") }
        if let variable = setting.lesserVariable { parts.append("$\(variable) counts less than the file.") }
        // The defaults that are found on the machine would be those of whoever made the page.
        if setting.values.contains(setting.standard() ?? "") || Int(setting.standard() ?? "") != nil {
            parts.append("Default: \(setting.standard() ?? "").")
        }
        return parts.joined(separator: " ")
    }
}
