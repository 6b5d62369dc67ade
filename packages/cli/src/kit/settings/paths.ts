import { join } from 'node:path'

import type { Io } from '../io/io.ts'

/** Where this user's files lie, by the XDG Base Directory Specification. */
export type Paths = {
  readonly config: string
  /** Tokens; not meant to be edited. */
  readonly credentials: string
  /** Cache folder, which may be deleted at any time. */
  readonly cache: string
  /** One cookie jar per profile. */
  cookies(profile: string): string
  /** The cookies of a first-time setup, kept apart from a session of the portal. */
  setup(profile: string): string
}

export function pathsOf(io: Io): Paths {
  const config = join(io.env['XDG_CONFIG_HOME'] || join(io.home, '.config'), 'portico')
  const state = join(io.env['XDG_STATE_HOME'] || join(io.home, '.local', 'state'), 'portico')
  return {
    config: join(config, 'config.json'),
    credentials: join(state, 'credentials.json'),
    cache: join(io.env['XDG_CACHE_HOME'] || join(io.home, '.cache'), 'portico'),
    cookies: (profile) => join(state, `cookies-${profile}.json`),
    setup: (profile) => join(state, `setup-${profile}.json`),
  }
}
