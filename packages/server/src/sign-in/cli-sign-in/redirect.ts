/** The command line's address with an answer in its query; `iss` says who answers (RFC 9207). `redirectUri` was checked before. */
export function redirectTo(
  redirectUri: string,
  issuer: string,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...answer, iss: issuer }))
    if (value !== undefined) query.set(name, value)
  return `${redirectUri}?${query.toString()}`
}
