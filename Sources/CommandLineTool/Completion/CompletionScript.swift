internal import ArgumentParsing

/// The shells for which the tool has completion scripts.
enum Shell: String, CaseIterable, ExpressibleByArgument, Sendable {
    case bash, zsh, fish

    /// What the shell reads: it asks the tool what may stand at the cursor, and offers that.
    ///
    /// A line of the answer is `=word`, `+beginning`, `:files` or `:directories`; behind a tab stands what it means.
    var completionScript: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # Completion of mailledger for bash: source it, or put it where bash-completion looks for it.
        _mailledger() {
            local program=mailledger text summary
            local -a texts=() summaries=()
            [[ $1 == */* ]] && program=$1
            COMPREPLY=()
            while IFS=$'\t' read -r text summary; do
                case $text in
                :files | :directories)
                    compopt -o filenames 2>/dev/null
                    local action=-f current=${COMP_WORDS[COMP_CWORD]}
                    [[ $text == :directories ]] && action=-d
                    # Right behind an option's sign there is nothing yet.
                    [[ $current == = ]] && current=
                    while IFS= read -r text; do COMPREPLY+=("$text"); done < <(compgen "$action" -- "$current")
                    return
                    ;;
                +*) compopt -o nospace 2>/dev/null ;;
                esac
                texts+=("${text:1}")
                summaries+=("$summary")
            done < <("$program" complete bash -- "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
            # What a word means is shown where words are only listed (? ! @): elsewhere it would be typed in.
            local index
            for index in "${!texts[@]}"; do
                text=${texts[index]}
                if [[ ${#texts[@]} -gt 1 && -n ${summaries[index]} && ${COMP_TYPE:-9} =~ ^(63|33|64)$ ]]; then
                    printf -v text '%-20s  (%s)' "$text" "${summaries[index]}"
                fi
                COMPREPLY+=("$text")
            done
        }
        complete -o nosort -F _mailledger mailledger 2>/dev/null || complete -F _mailledger mailledger
        """#

    private static let zshScript = #"""
        #compdef mailledger
        # Completion of mailledger for zsh: put it as _mailledger into a folder of $fpath, or source it.
        _mailledger() {
            local program=mailledger text summary shown
            local -a whole whole_shown open open_shown
            [[ ${words[1]} == */* ]] && program=${(Q)words[1]}
            while IFS=$'\t' read -r text summary; do
                # A path behind an option's sign is a word of its own.
                [[ $text == :* && $PREFIX == --*=* ]] && compset -P 1 '*='
                case $text in
                    :files) _files; return ;;
                    :directories) _files -/; return ;;
                esac
                shown=${text[2,-1]}
                [[ -n $summary ]] && shown="${(r:24:)shown}  $summary"
                if [[ $text == +* ]]; then
                    open+=("${text[2,-1]}") open_shown+=("$shown")
                else
                    whole+=("${text[2,-1]}") whole_shown+=("$shown")
                fi
            done < <($program complete zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
            local found=1
            (( $#whole )) && compadd -M 'm:{a-zA-Z}={A-Za-z}' -V words -l -d whole_shown -a whole && found=0
            (( $#open )) && compadd -M 'm:{a-zA-Z}={A-Za-z}' -V beginnings -S '' -l -d open_shown -a open && found=0
            return found
        }
        if [[ $funcstack[1] == _mailledger ]]; then
            _mailledger "$@"
        elif (( $+functions[compdef] )); then
            compdef _mailledger mailledger
        fi
        """#

    private static let fishScript = #"""
        # Completion of mailledger for fish: put it as mailledger.fish into ~/.config/fish/completions, or source it.
        function __mailledger_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program mailledger
            string match -q '*/*' -- $words[1]; and set program $words[1]
            $program complete fish -- $words[2..-1] "$current" 2>/dev/null | while read -l line
                switch $line
                    case ':files*'
                        __fish_complete_path "$current"
                    case ':directories*'
                        __fish_complete_directories "$current"
                    case '*'
                        string sub -s 2 -- $line
                end
            end
        end
        complete -c mailledger -f -k -a '(__mailledger_complete)'
        """#
}
