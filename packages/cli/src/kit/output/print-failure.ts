import { detailText, shellQuoted, type Language } from '@portico/core'

import type { Io } from '../io/io.ts'
import { languageFor } from '../settings/language.ts'
import { paint } from './colour.ts'
import { neutralise } from '../io/neutralise.ts'
import { phrasesIn, type Phrases } from '../phrases/phrases.ts'
import { exitCodeOf } from '../errors/exit-codes.ts'
import type { Failure } from '../errors/failure.ts'

export type PrintOptions = {
  /** Prints one JSON object instead of text. */
  readonly json: boolean
  /** Sentences that were held back so that stderr is one JSON object. */
  readonly warnings?: readonly string[]
  /** Those of the command; undefined if it failed before its settings were known. */
  readonly phrases?: Phrases | undefined
  /** The profile that the command was given with `--profile`: its hint names it too. */
  readonly profile?: string | undefined
  /** The server that the command was given with `--server`: a hint to sign in names it too. */
  readonly server?: string | undefined
}

/** Prints to stderr why a command failed: `error:`, one line per field, `hint:`, `request:`. */
export async function printFailure(failed: Failure, io: Io, options: PrintOptions): Promise<void> {
  const failure = { ...failed, hint: hintInProfile(hintAtServer(failed.hint, options.server), options.profile) }
  if (options.json)
    return io.stderr.write(`${neutralise(JSON.stringify(failureJson(failure, options.warnings ?? [])))}\n`)
  const { locale, text: inWords } = options.phrases ?? (await phrasesIn(languageBefore(io)))
  const message = inWords(failure.said ?? failure.message)
  const lines = [`${paint(inWords('error:'), 'red', io.stderr, io.env)} ${message}`]
  for (const detail of failure.details ?? []) {
    const { allWords } = await import('../words/all-words.ts')
    const text = detailText(detail, await allWords(locale))
    const field = detail.fieldID ? `${detail.fieldID}: ` : ''
    // A field without a label is already named by its id.
    lines.push(`  ${text.startsWith(field) ? text : field + text}`)
  }
  if (failure.hint !== undefined) lines.push(`${inWords('hint:')} ${inWords(failure.hint)}`)
  if (failure.requestID !== undefined) lines.push(`${inWords('request:')} ${failure.requestID}`)
  // The server's text may contain escape sequences; ours needs none but the colour above.
  const [first = '', ...rest] = lines
  const head = first.slice(0, first.length - message.length) + neutralise(message)
  io.stderr.write(`${[head, ...rest.map(neutralise)].join('\n')}\n`)
}

/** The language of a failure before the settings are read, as for a wrong option. */
function languageBefore(io: Io): Language {
  return io.stdout.isTTY ? languageFor(io.env['PORTICO_LANGUAGE'], io.env) : 'en'
}

function failureJson(failure: Failure, warnings: readonly string[]): Record<string, unknown> {
  return {
    kind: failure.kind,
    exitCode: exitCodeOf(failure.kind),
    errorID: failure.errorID ?? null,
    errorMessage: failure.message,
    details: failure.details ?? [],
    hint: failure.hint ?? null,
    requestID: failure.requestID ?? null,
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** The profile may name another server, or none. */
function hintAtServer(hint: string | undefined, server: string | undefined): string | undefined {
  if (hint === undefined || server === undefined || !/^portico login\b/.test(hint)) return hint
  return hint.includes(' --server ') ? hint : `${hint} --server ${shellQuoted(server)}`
}

/** Commands that are the same in each profile; the given one may not exist. */
const withoutProfile = /^portico (?:help|profile|completion)\b| --help$/

/** The command of a hint, to be run in the profile that the failed command was given with `--profile`. */
export function hintInProfile(hint: string | undefined, profile: string | undefined): string | undefined {
  if (hint === undefined || profile === undefined || !hint.startsWith('portico ')) return hint
  if (withoutProfile.test(hint) || hint.includes(' --profile ')) return hint
  return `${hint} --profile ${/^[\w.-]+$/.test(profile) ? profile : JSON.stringify(profile)}`
}
