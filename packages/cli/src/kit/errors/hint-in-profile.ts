/** Commands that are the same in each profile; the given one may not exist. */
const withoutProfile = /^portico (?:help|profile|completion)\b| --help$/

/** The command of a hint, to be run in the profile that the failed command was given with `--profile`. */
export function hintInProfile(hint: string | undefined, profile: string | undefined): string | undefined {
  if (hint === undefined || profile === undefined || !hint.startsWith('portico ')) return hint
  if (withoutProfile.test(hint) || hint.includes(' --profile ')) return hint
  return `${hint} --profile ${/^[\w.-]+$/.test(profile) ? profile : JSON.stringify(profile)}`
}
