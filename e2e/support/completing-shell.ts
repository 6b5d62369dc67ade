import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'
import type { Shell } from './shell.ts'
import { until } from './until.ts'

export const completingShells = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof completingShells)[number]

/** A real shell on a pseudo terminal, whose Tab key asks the built program. */
export type CompletingShell = {
  /** Types it, presses Tab, and gives the whole line as it stands then; the line is taken away again. */
  tab(typed: string): Promise<string>
  /** Runs a line and gives what it prints. */
  run(line: string): Promise<string>
  /** Waits until the screen shows an empty prompt and nothing else. */
  showsNothing(): Promise<void>
  close(): void
}

/** Ctrl-O writes the line into a file, which appears when it is whole; Ctrl-G takes the line away. */
const keys: Readonly<Record<ShellName, (file: string) => string>> = {
  bash: (file) => `PS1='> '
show_line() { printf '%s' "$READLINE_LINE" > '${file}.new'; mv '${file}.new' '${file}'; }
bind -x '"\\C-o": show_line'
bind '"\\C-g": kill-whole-line'
bind 'set bell-style none'
bind 'set enable-bracketed-paste off'`,
  zsh: (file) => `PS1='> '
unsetopt beep prompt_sp
show_line() { print -rn -- "$BUFFER" > '${file}.new'; mv '${file}.new' '${file}' }
zle -N show_line
bindkey -e
bindkey '^O' show_line
bindkey '^G' kill-whole-line`,
  fish: (file) => `function fish_prompt; echo -n '> '; end
function fish_greeting; end
set -g fish_autosuggestion_enabled 0
bind \\co 'commandline | string collect > ${file}.new; mv ${file}.new ${file}'
bind \\cg cancel kill-whole-line`,
}

const startFiles: Readonly<Record<ShellName, string>> = {
  bash: '.bashrc',
  zsh: '.zshrc',
  fish: 'config/fish/config.fish',
}

/** Lets the shells of a home find the program, and empties their start files. */
export function prepareShells(home: string, installation: Installation): void {
  mkdirSync(join(home, 'bin'), { recursive: true })
  const link = join(home, 'bin', 'portico')
  if (!existsSync(link)) symlinkSync(installation.portico, link)
  for (const name of completingShells) {
    mkdirSync(join(home, startFiles[name], '..'), { recursive: true })
    writeFileSync(join(home, startFiles[name]), '')
  }
  // Without this folder fish reads every manual page in the background.
  mkdirSync(join(home, '.local', 'share', 'fish', 'generated_completions'), { recursive: true })
}

/** Starts a shell as its user would, with the start file of the home. `cwd`: below which names of files begin. */
export async function openCompletingShell(
  name: ShellName,
  shell: Shell,
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<CompletingShell> {
  const own = mkdtempSync(join(shell.home, `${name}-`))
  const lineFile = join(own, 'line')
  const keyFile = join(own, 'keys')
  writeFileSync(keyFile, keys[name](lineFile))
  const path = `${join(shell.home, 'bin')}:${process.env['PATH'] ?? ''}`
  const terminal = openPseudoTerminal([name, '-i'], { ...shell.env, PATH: path, ...env })
  const look = async (typed: string): Promise<string> => {
    rmSync(lineFile, { force: true })
    terminal.write(`${typed}\u000f`)
    const line = await until(`${name} answers after ${JSON.stringify(typed)}`, () => lineIn(lineFile), 30_000)
    terminal.write('\u0007')
    return line
  }
  const run = async (line: string) => {
    const output = join(own, 'output')
    rmSync(output, { force: true })
    const grouped = name === 'fish' ? `begin; ${line}; end` : `{ ${line}; }`
    terminal.write(`${grouped} > ${output}.new 2>&1; mv ${output}.new ${output}\r`)
    return until(`${name} runs ${line}`, () => lineIn(output), 30_000)
  }
  // A shell reads what is typed before its first prompt, but not always by its key bindings.
  terminal.write(`cd ${cwd}; source ${keyFile}; clear\r`)
  await terminal.shows(/^>\s*$/)
  return {
    tab: async (typed) => (await look(`${typed}\t`)).replace(/\n$/, ''),
    run,
    showsNothing: () => terminal.shows(/^>\s*$/),
    close: () => terminal.kill(),
  }
}

function lineIn(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
