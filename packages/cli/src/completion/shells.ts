/** Shells that `completion` knows. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof shells)[number]

/**
 * The script a shell reads. It asks `portico __complete` at each Tab, so that it stays right when portico is updated;
 * the answer has a candidate a line, with a description after a tab, or the line `:files`.
 */
export function completionScript(shell: Shell): string {
  return scripts[shell]
}

// bash breaks words at colons, which URNs are full of: words are read from the line, and what stands before the last
// colon is taken off again.
const bash = `_portico() {
  local line="\${COMP_LINE:0:COMP_POINT}" words=() reply value current prefix
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[\${#words[@]}-1]}"
  COMPREPLY=()
  prefix=""
  [[ "$current" == *:* && "$COMP_WORDBREAKS" == *:* ]] && prefix="\${current%"\${current##*:}"}"
  while IFS=$'\\t' read -r value reply; do
    if [[ "$value" == ":files" ]]; then
      compopt -o default 2> /dev/null
      return
    fi
    [[ "$value" == "$current"* ]] && COMPREPLY+=("$(printf '%q' "\${value#"$prefix"}")")
  done < <(portico __complete -- "\${words[@]:1}" 2> /dev/null)
}
complete -F _portico portico
`

const zsh = `#compdef portico
_portico() {
  local -a values shown
  local value text
  while IFS=$'\\t' read -r value text; do
    if [[ "$value" == ":files" ]]; then
      _files
      return
    fi
    values+=("$value")
    shown+=("$value\${text:+  -- $text}")
  done < <(portico __complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)
  compadd -l -d shown -a values
}
if [[ "$funcstack[1]" == "_portico" ]]; then _portico "$@"; else compdef _portico portico; fi
`

const fish = `function __portico_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ct)
  set -l lines (portico __complete -- $words "$current" 2> /dev/null)
  if test "$lines[1]" = ":files"
    __fish_complete_path "$current"
  else
    printf '%s\\n' $lines
  end
end
complete -c portico -f -a '(__portico_complete)'
`

// Without a result PowerShell completes files by itself.
const powershell = `Register-ArgumentCompleter -Native -CommandName portico -ScriptBlock {
  param($current, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $position } | ForEach-Object { $_.Extent.Text })
  portico __complete -- @words "$current" 2> $null | Where-Object { $_ -ne ':files' } | ForEach-Object {
    $value, $text = $_ -split "\`t", 2
    $typed = if ($value -match '\\s') { "'" + $value.Replace("'", "''") + "'" } else { $value }
    [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $(if ($text) { $text } else { $value }))
  }
}
`

const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
