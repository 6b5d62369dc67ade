import type { Arguments, Clock, Endpoint, HttpPort, Outcome, ReplyOf, Words } from '@portico/core'

import type { Config } from '../config/config-file.ts'
import type { Paths } from '../config/paths.ts'
import type { Resolved } from '../config/resolve.ts'
import type { Io } from '../io/io.ts'
import type { OutputOptions } from '../output/plan.ts'
import type { RawAnswer, RawRequest } from './raw-call.ts'

/** What the process hands to the command line. */
export type Ports = {
  readonly io: Io
  readonly clock: Clock
  /** A new random UUID. */
  readonly randomId: () => string
  readonly version: string
  /** Called once, before the first request, when the code of the way to the server is loaded. */
  readonly onConnect?: (() => void) | undefined
  /** The process whose terminal the terminal UI takes; in memory there is none. */
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
  readonly env?: string | undefined
  readonly serviceAccount?: string | undefined
  readonly keyFile?: string | undefined
  readonly dryRun?: boolean | undefined
  /** Of a list: true, or seconds between readings. */
  readonly watch?: string | boolean | undefined
}

/** A server the command is signed in to. */
export type Server = {
  readonly origin: string
  /** The reply of a call that succeeded; a failed one ends the command with its failure. */
  call<E extends Endpoint>(endpoint: E, args: Arguments<E>): Promise<{ value: ReplyOf<E>; etag: string | undefined }>
  /** The same with the failure as data, for calls whose failure needs words of its own. */
  attempt<E extends Endpoint>(endpoint: E, args: Arguments<E>): Promise<Outcome<ReplyOf<E>>>
  raw(request: RawRequest): Promise<RawAnswer>
}

/** The way to a server for what holds its own conversation with it: the terminal UI. */
export type Session = {
  readonly origin: string
  readonly http: HttpPort
  /** Signs in anew: a service account by its key file, a person by what `portico login` left meanwhile. */
  readonly renew: () => Promise<void>
  /** Nobody has to be asked for that. */
  readonly isUnattended: boolean
}

/** What a command's run gets beside its options. It never sees commander. */
export type CommandContext = Ports & {
  readonly paths: Paths
  readonly config: Config
  readonly settings: Resolved
  /** Every sentence of core, loaded when the first is needed. */
  readonly words: () => Promise<Words>
  /** A sentence on stderr. */
  readonly say: (sentence: string) => void
  readonly warn: (sentence: string) => void
  /** Signs in where necessary. Fails as sign-in, or as validation where no server is named. */
  server(): Promise<Server>
  session(): Promise<Session>
  /** A server with a token in hand, which is not renewed: for sign-in and sign-out. */
  serverWith(origin: string, token: string): Promise<Server>
  /** A port without any credential, for sign-in itself. */
  connect(origin: string): Promise<HttpPort>
}

export type Run<Options> = (options: Options & CommonOptions, context: CommandContext) => Promise<void>
