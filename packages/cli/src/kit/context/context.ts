import type { Arguments, Clock, Endpoint, HttpPort, Outcome, ReplyOf, Words } from '@portico/core'

import type { Io } from '../io/io.ts'
import type { TakenSignal } from '../io/signals.ts'
import type { OutputOptions } from '../output/plan.ts'
import type { Said } from '../phrases/phrase.ts'
import type { Phrases } from '../phrases/phrases.ts'
import type { Config } from '../settings/config-file.ts'
import type { Paths } from '../settings/paths.ts'
import type { Resolved } from '../settings/resolve.ts'
import type { RawAnswer, RawRequest } from './raw-call.ts'

/** What the process provides to the command line. */
export type Ports = {
  readonly io: Io
  readonly clock: Clock
  /** A new random UUID. */
  readonly randomId: () => string
  readonly version: string
  /** Called once, before the first request, after the HTTP code is loaded. */
  readonly onConnect?: (() => void) | undefined
  /** Takes the next signal over from the process, which would end at once; a second one still ends it. */
  readonly takeSignal?: (() => TakenSignal) | undefined
  /** The process whose terminal the terminal UI uses; absent in memory-only tests. */
  readonly running?: NodeJS.Process | undefined
}

/** Flags that every command understands. */
export type CommonOptions = OutputOptions & {
  readonly profile?: string | undefined
  readonly server?: string | undefined
  readonly insecureHttp?: boolean | undefined
  readonly debug?: boolean | undefined
  /** Seconds. */
  readonly requestTimeout?: string | undefined
  readonly accessible?: boolean | undefined
  /** Only for the terminal UI. */
  readonly mouse?: string | undefined
  readonly theme?: string | undefined
  readonly refresh?: string | undefined
  readonly env?: string | undefined
  readonly serviceAccount?: string | undefined
  readonly keyFile?: string | undefined
  readonly dryRun?: boolean | undefined
  /** For a list: true, or seconds between readings. */
  readonly watch?: string | boolean | undefined
}

/** A server that the command is signed in to. */
export type Server = {
  readonly origin: string
  readonly clock: Clock
  /** The reply of a call that succeeded; a failed one ends the command with its failure. */
  call<E extends Endpoint>(endpoint: E, args: Arguments<E>): Promise<{ value: ReplyOf<E>; etag: string | undefined }>
  /** The same with the failure as data, for calls with a specific failure message. */
  attempt<E extends Endpoint>(endpoint: E, args: Arguments<E>): Promise<Outcome<ReplyOf<E>>>
  raw(request: RawRequest): Promise<RawAnswer>
}

/** A connection to a server for the terminal UI, which makes its calls through core. */
export type Session = {
  readonly origin: string
  readonly http: HttpPort
  /** Signs in again: a service account with its key file, a person with the session that `portico login` stored meanwhile. */
  readonly renew: () => Promise<void>
  /** Whether renewing needs no interaction. */
  readonly isUnattended: boolean
}

/** What a command's run receives in addition to its options. It never sees commander. */
export type CommandContext = Ports & {
  readonly paths: Paths
  readonly config: Config
  readonly settings: Resolved
  /** All sentences of core, loaded on first use. */
  readonly words: () => Promise<Words>
  /** Labels, and what commands say themselves, in the same language as `words`. */
  readonly phrases: Phrases
  /** A sentence on stderr, in that language. */
  readonly say: (sentence: Said) => void
  readonly warn: (sentence: Said) => void
  /** Signs in if necessary. Fails as sign-in, or as validation if no server is configured. */
  server(): Promise<Server>
  session(): Promise<Session>
  /** A server with a given token, which is not renewed: for sign-in and sign-out. */
  serverWith(origin: string, token: string): Promise<Server>
  /** A server with the session whose cookies are in a file: that of the first-time setup. */
  serverWithSession(origin: string, path: string): Promise<Server>
  /** A port without any credential, for sign-in itself. */
  connect(origin: string): Promise<HttpPort>
}

export type Run<Options> = (options: Options & CommonOptions, context: CommandContext) => Promise<void>
