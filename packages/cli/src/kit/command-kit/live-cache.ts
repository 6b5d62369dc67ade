import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { CommandContext } from '../context/context.ts'
import { readTextIfThere, writePrivateFile } from '../storage/private-file.ts'
import type { Candidate } from './candidate.ts'

/** Names from the server that begin with `prefix`; `isComplete`: all of them. */
export type Live = {
  readonly prefix: string
  readonly isComplete: boolean
  readonly values: readonly Candidate[]
}

type Place = Pick<CommandContext, 'settings' | 'paths'> & {
  /** The caller the names were read for; they are not offered to another caller or without a sign-in. */
  readonly holder: string
}

const lifeMsMax = 60_000

/** Cached values that cover the typed text. A damaged file counts as missing and is rewritten. */
export function keptValues(kind: string, typed: string, now: number, place: Place): readonly Candidate[] | undefined {
  const { until, prefix, isComplete, values } = read(cachePath(kind, place))
  const isFresh = typeof until === 'number' && until > now && until <= now + lifeMsMax
  const isMeant = typeof prefix === 'string' && (isComplete === true ? typed.startsWith(prefix) : typed === prefix)
  return isFresh && isMeant && Array.isArray(values) ? values : undefined
}

/** `lifeMs`: at most a minute. */
export function keepValues(kind: string, live: Live, until: { now: number; lifeMs: number }, place: Place): void {
  const { now, lifeMs } = until
  writePrivateFile(cachePath(kind, place), JSON.stringify({ until: now + Math.min(lifeMs, lifeMsMax), ...live }))
}

/** Called at sign-in and sign-out, so that one person's names are not offered to the next. */
export function forgetValues({ paths }: Pick<CommandContext, 'paths'>): void {
  let names: string[] = []
  try {
    names = readdirSync(paths.cache)
  } catch {
    return
  }
  for (const name of names) if (name.startsWith('completion-')) rmSync(join(paths.cache, name), { force: true })
}

function read(path: string): Partial<Live> & { until?: unknown } {
  try {
    return (JSON.parse(readTextIfThere(path) ?? '{}') ?? {}) as ReturnType<typeof read>
  } catch {
    return {}
  }
}

/** One file per caller, place and kind, so that profiles do not share names. */
function cachePath(kind: string, { settings, paths, holder }: Place): string {
  const keys = ['server', 'serviceAccount', 'tenant', 'environment'] as const
  const about = JSON.stringify([kind, holder, settings.profile, ...keys.map((key) => settings.get(key) ?? '')])
  return join(paths.cache, `completion-${createHash('sha256').update(about).digest('hex').slice(0, 16)}.json`)
}
