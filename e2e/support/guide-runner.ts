import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { GuidePlan, GuideStep } from '../guides/plan.ts'
import { readGuidePage, type GuideCommand } from './guide-commands.ts'
import { filled, stepOf } from './guide-plans.ts'
import { differenceInShape } from './guide-shape.ts'
import type { Installation } from './installation.ts'
import { openPseudoTerminal } from './pseudo-terminal.ts'
import { runProcess } from './run-process.ts'
import { until } from './until.ts'

/** Where the commands of a group of guides run. */
export type GuidePlace = {
  readonly installation: Installation
  /** A clone of the repository whose demo runs: its data directory is `.portico` there. */
  readonly clone: string
  /** Homes of the people who are signed in, by name. */
  readonly homes: string
  /** Variables of every command. */
  readonly env: Readonly<Record<string, string>>
}

export type GuideCounts = { run: number; refused: number; elsewhere: number; notRun: number; synopses: number }

export type GuideOutcome = {
  readonly counts: GuideCounts
  /** How commands differ from their page, in sentences that begin with its line. */
  readonly differences: readonly string[]
}

/** A folder that looks like a clone: everything but `.portico` is that of the installation. */
export function makeClone({ root }: Installation, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['bin', 'examples', 'node_modules', 'package.json', 'packages', 'scripts'])
    symlinkSync(join(root, name), join(folder, name))
}

type Ended = { readonly code: number | null; readonly printed: string; readonly errors: string }

/** Runs the commands of a guide in the order of the page, each in the place and session that the page names. */
export async function runGuide(plan: GuidePlan, place: GuidePlace): Promise<GuideOutcome> {
  const path = join(place.installation.root, plan.page)
  const home = join(place.homes, plan.page.replaceAll(/\W+/g, '-'))
  await makeHome(home, join(place.homes, plan.session ?? 'nobody'))
  const counts: GuideCounts = { run: 0, refused: 0, elsewhere: 0, notRun: 0, synopses: 0 }
  const differences: string[] = []
  const staying: (() => void)[] = []
  const shell = shellOf(place, plan, home, path)
  try {
    if (plan.prepare !== undefined) await shell.prepare(plan.prepare)
    for (const command of readGuidePage(readFileSync(path, 'utf8')).commands) {
      const step = stepOf(plan, command)
      if (step.notRun !== undefined) counts.notRun++
      else if (step.runBy !== undefined) counts.elsewhere++
      else {
        counts[step.synopsis ? 'synopses' : step.refused !== undefined ? 'refused' : 'run']++
        const difference = await differenceOf(command, step).catch((error: unknown) => String(error))
        if (difference !== undefined) differences.push(`${plan.page}:${command.line}: ${command.text}\n  ${difference}`)
      }
    }
  } finally {
    for (const stop of staying) stop()
  }
  return { counts, differences }

  async function differenceOf(command: GuideCommand, step: GuideStep): Promise<string | undefined> {
    if (step.synopsis) return differenceFromHelp(place.installation, synopses(command.text))
    if (step.before !== undefined) await shell.prepare(step.before)
    const tables = [step.fill, plan.fill, { 'https://portal.example.com': place.env['SERVER'] ?? '' }]
    const text = `${filled(command.text, tables)}${step.added ?? ''}`
    const shown = command.output.map((line) =>
      filled(line, tables).replaceAll(/\$([A-Z_]+)/g, (_, name: string) => place.env[name] ?? '…'),
    )
    if (step.stays !== undefined) return stay(text, step.stays)
    if (step.interrupted !== undefined) return shell.interrupt(text, step.interrupted)
    const ended =
      step.answer !== undefined || (shown.length > 0 && !isJson(shown))
        ? await shell.onTerminal(text, step.as, step.answer)
        : await shell.run(text, step.as)
    const isError = shown[0]?.startsWith('error: ') === true
    const codes = step.refused === undefined ? (step.either?.codes ?? [0]) : [step.refused.code]
    if (!codes.includes(ended.code ?? -1))
      return `It ended with ${ended.code}, not ${codes.join(' or ')}.\n${ended.printed.trimEnd()}${ended.errors}`
    if (isError !== (step.refused !== undefined) && shown.length > 0)
      return 'The page shows an error; the plan does not.'
    return shown.length === 0 ? undefined : differenceInShape(shown, ended.printed)
  }

  async function stay(text: string, condition: string): Promise<string | undefined> {
    const program = shell.start(text)
    staying.push(() => program.kill())
    await until(condition, async () => (await shell.holds(condition)) || undefined)
    return undefined
  }
}

/** The page shows only what goes to stdout. */
const isJson = ([first = '']: readonly string[]) => /^[{[]/.test(first)

async function makeHome(home: string, from: string): Promise<void> {
  if (existsSync(from)) await runProcess(['cp', '-a', from, home])
  else mkdirSync(home, { recursive: true, mode: 0o700 })
}

/** The shells of one page: what is exported or assigned in one is known to the next. */
function shellOf({ installation, clone, homes, env }: GuidePlace, plan: GuidePlan, home: string, page: string) {
  const state = join(home, '.guide-variables')
  const last = join(home, '.last-output')
  const helpers = join(import.meta.dirname, '..', 'guides', 'helpers.sh')
  const isClone = plan.place === 'clone'
  const cwd = isClone ? clone : home
  const variables = (folder: string) => ({
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  })
  const all = {
    ...env,
    ...variables(home),
    HOMES: homes,
    PAGE: page,
    LAST: last,
    PATH: `${dirname(installation.portico)}:${process.env['PATH'] ?? ''}`,
    // In a clone, the operator's commands find the demo by their default.
    ...(isClone ? {} : { PORTICO_DATA: join(clone, '.portico') }),
  }
  const script = (lines: string) =>
    `set -a; . '${helpers}'; [ ! -f '${state}' ] || . '${state}'; trap 'export -p | grep -v " \\(HOME\\|XDG_[A-Z]*_HOME\\|PWD\\|OLDPWD\\|SHLVL\\|TERM\\)=" > ${state}' EXIT\n${lines}`
  const bash = (lines: string, as?: string) => {
    const session = as === undefined ? {} : variables(join(homes, as))
    return runProcess(['bash', '-c', script(lines)], { cwd, env: { ...all, ...session } })
  }
  const holds = async (condition: string) => (await bash(condition)).code === 0

  async function run(text: string, as?: string): Promise<Ended> {
    const { code, stdout, stderr } = await bash(text, as)
    writeFileSync(last, stdout)
    return { code, printed: stdout, errors: stderr }
  }

  return {
    run,
    holds,
    /** Fails with its output if one of the lines does. */
    async prepare(lines: string): Promise<void> {
      const { code, stdout, stderr } = await bash(`set -euo pipefail\n${lines}`)
      if (code !== 0)
        throw new Error(`What the page assumes could not be brought about (${code}): ${lines}\n${stdout}${stderr}`)
    },
    /** In a terminal, which shows tables; answers the question that ends a line. */
    async onTerminal(text: string, as?: string, answer?: string): Promise<Ended> {
      const session = as === undefined ? {} : variables(join(homes, as))
      const pty = openPseudoTerminal(['bash', '-c', `cd '${cwd}'\n${script(text)}`], { ...all, ...session }, 100, 200)
      try {
        if (answer !== undefined) {
          const asked = pty.shows(/(?:\[y\/N\]|for good:)\s*$/).catch(() => {})
          await Promise.race([asked, pty.exited])
          pty.write(`${answer}\r`)
        }
        const { code } = await pty.exited
        return { code, printed: await pty.found(/([^]*)/), errors: '' }
      } finally {
        pty.kill()
      }
    },
    async interrupt(text: string, seen: NonNullable<GuideStep['interrupted']>): Promise<string | undefined> {
      const pty = openPseudoTerminal(['bash', '-c', `cd '${cwd}'\n${script(text)}`], all, 100, 200)
      try {
        if ('shows' in seen) await pty.shows(seen.shows)
        else await until(seen.holds, async () => (await holds(seen.holds)) || undefined)
        pty.write('\u0003')
        const { code } = await pty.exited
        return code === 130 ? undefined : `It ended with ${code}, not 130.`
      } finally {
        pty.kill()
      }
    },
    start: (text: string) => openPseudoTerminal(['bash', '-c', `cd '${cwd}'\n${script(text)}`], all),
  }
}

type Synopsis = { readonly words: readonly string[]; readonly options: string[] }

/** `portico-server tenant create SLUG [NAME] | import FILE [--force]`: each verb with its options. */
function synopses(text: string): Synopsis[] {
  const [program = '', noun = '', ...rest] = text.split(/ +/)
  const found: Synopsis[] = []
  for (const part of rest.join(' ').split(' | ')) {
    const [verbs = ''] = part.split(' ')
    const options = [...part.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option)
    if (/^[a-z][a-z|-]*$/.test(verbs))
      found.push(...verbs.split('|').map((verb) => ({ words: [program, noun, verb], options })))
    else if (found.length === 0) found.push({ words: [program, noun], options })
    else found.at(-1)?.options.push(...options)
  }
  return found
}

async function differenceFromHelp(
  installation: Installation,
  synopses: readonly Synopsis[],
): Promise<string | undefined> {
  for (const { words, options } of synopses) {
    const help = await helpOf(installation, words)
    if (help === undefined) return `There is no command ${words.join(' ')}.`
    const missing = options.filter((option) => !new RegExp(String.raw`${option}(?![\w-])`).test(help))
    if (missing.length > 0) return `${words.join(' ')} has no ${missing.join(', ')}.`
  }
  return undefined
}

const helps = new Map<string, string | undefined>()

/** What `--help` prints, if it is about this command. */
async function helpOf({ portico }: Installation, words: readonly string[]): Promise<string | undefined> {
  const key = words.join(' ')
  if (!helps.has(key)) {
    const [program = '', ...rest] = words
    const { stdout } = await runProcess(['node', join(dirname(portico), program), ...rest, '--help'])
    const usage = /^Usage: (.*)$/m.exec(stdout)?.[1]?.replaceAll(/\|\S+/g, '') ?? ''
    helps.set(key, `${usage} `.startsWith(`${key} `) ? stdout : undefined)
  }
  return helps.get(key)
}
