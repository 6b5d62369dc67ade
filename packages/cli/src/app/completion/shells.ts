/** Shells that `completion` supports. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof shells)[number]

/**
 * The completion script of a shell. It calls `portico __complete` at each Tab, so it stays correct after an update.
 * Names on the line and in the reply are untrusted: no script evaluates them, and inserted text is quoted. The program
 * has no access to the terminal: it must not read typeahead or print there.
 */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}

// The program reads the line and answers with quoted text (bash-line.ts). $2 is what bash would replace. compopt is
// missing in bash 3.
const bash = `_portico() {
  local value
  COMPREPLY=()
  while IFS= read -r value; do
    COMPREPLY+=("$value")
  done < <(portico __complete --shell bash -- "\${COMP_LINE:0:COMP_POINT}" "$2" 2> /dev/null < /dev/null)
  case "\${COMPREPLY[0]}" in
    files) compopt -o default 2> /dev/null ;;
    nospace) compopt -o nospace -o nosort 2> /dev/null ;;
    *) compopt -o nosort 2> /dev/null ;;
  esac
  COMPREPLY=("\${COMPREPLY[@]:1}")
}
complete -F _portico portico
`

// compadd quotes what it inserts, also in an open quotation. A line begins with + where the word goes on.
const zsh = `#compdef portico
_portico() {
  local line value text
  local -a ended ended_shown open open_shown
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then
      _files
      return
    fi
    value="\${\${line#?}%%$'\\t'*}"
    text="\${line#*$'\\t'}"
    if [[ "$line" == +* ]]; then
      open+=("$value")
      open_shown+=("$value\${text:+  -- $text}")
    else
      ended+=("$value")
      ended_shown+=("$value\${text:+  -- $text}")
    fi
  done < <(portico __complete --shell zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null < /dev/null)
  local found=1
  (( $#ended )) && compadd -V portico -l -d ended_shown -- "\${(@)ended}" && found=0
  (( $#open )) && compadd -V portico -l -S '' -d open_shown -- "\${(@)open}" && found=0
  return found
}
if [[ "$funcstack[1]" == "_portico" ]]; then _portico "$@"; else compdef _portico portico; fi
`

// fish quotes what it inserts, and completes files for a command that it does not know. With -c, -o leaves the word at the cursor out: -opc is what stands before it, -ot the word.
const fish = `function __portico_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ot)
  set -l lines (portico __complete --shell fish -- $words "$current" 2> /dev/null < /dev/null)
  if test "$lines[1]" = ":files"
    set -l quoted (commandline -ct)
    complete -C "'' $quoted"
  else
    printf '%s\\n' $lines
  end
end
complete -c portico -e
complete -c portico -f -k -a '(__portico_complete)'
`

// Without a result PowerShell completes files by itself.
const powershell = `Register-ArgumentCompleter -Native -CommandName portico -ScriptBlock {
  param($current, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.Extent.Text })
  portico __complete -- @words "$current" 2> $null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $text = $_ -split "\`t", 2
    $typed = if ($value -match '^[\\w./:=+-]+$') { $value } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($value) + "'" }
    [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $(if ($text) { $text } else { $value }))
  }
}
`

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
