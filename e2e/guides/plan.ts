/** How the commands of one guide are run. Each is run unless its step says otherwise. */
export type GuidePlan = {
  /** Path of the guide in the repository. */
  readonly page: string
  /** In whose home: that of the demo's service account, or of a person of the group. Absent: no one is signed in. */
  readonly session?: string
  /** Where the page puts its commands: `clone` for a reader in the repository, the home of a person if absent. */
  readonly place?: 'clone'
  /** What replaces the examples of the page in its commands and in the output that it shows; may name shell variables. */
  readonly fill?: Readonly<Record<string, string>>
  /** Shell lines before the first command. */
  readonly prepare?: string
  /** Blocks without a language that are not for a shell, by the beginning of their first line. */
  readonly texts?: readonly string[]
  /** The scenario or test that runs the whole page. */
  readonly runBy?: string
  /** For each command below a heading that has no step. */
  readonly sections?: Readonly<Record<string, GuideStep>>
  /** By the beginning of the command, on one line; of several that match, the longest counts. */
  readonly steps?: Readonly<Record<string, GuideStep>>
}

export type GuideStep = {
  /** Why it cannot be run here. */
  readonly notRun?: string
  /** The scenario or test that runs it instead. */
  readonly runBy?: string
  /** It is a synopsis: its programs must have these verbs and options. */
  readonly synopsis?: true
  /** Shell lines that bring about what the page assumes. */
  readonly before?: string
  readonly fill?: Readonly<Record<string, string>>
  /** Follows the command on its line: what a person gives it in another way. */
  readonly added?: string
  /** Another person of the group, in whose home it runs. */
  readonly as?: string
  /** What a person types when the command asks. */
  readonly answer?: string
  /** The page itself says that it fails, in these words. */
  readonly refused?: { readonly code: number; readonly saying: string }
  /** The page says, in these words, that it may end with either code. */
  readonly either?: { readonly codes: readonly number[]; readonly saying: string }
  /** It runs on: until this is on the screen, or this shell condition holds, and ends by Ctrl-C with 130. */
  readonly interrupted?: { readonly shows: RegExp } | { readonly holds: string }
  /** It runs on during the commands below it. Holds when this condition does. */
  readonly stays?: string
}

/** Pages that share one demo. */
export type GuideGroup = {
  readonly name: string
  /** People of the demo, before the @, by the name of the home in which each is signed in. */
  readonly people: Readonly<Record<string, string>>
  readonly plans: readonly GuidePlan[]
}
