/** The secrets of all types. */
export type SecretName = 'clientSecret' | 'applicationSecret' | 'nextApplicationSecret'

/** Environment variables that hold secrets. */
export const secretVariables: Readonly<Record<SecretName, string>> = {
  clientSecret: 'PORTICO_CLIENT_SECRET',
  applicationSecret: 'PORTICO_APPLICATION_SECRET',
  nextApplicationSecret: 'PORTICO_NEXT_APPLICATION_SECRET',
}
