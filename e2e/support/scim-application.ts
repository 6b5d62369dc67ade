/** A resource as the application has it, by its id there. */
type Stored = Record<string, unknown> & { readonly id: string }
type Seen = { readonly method: string; readonly path: string; readonly body: unknown }

/** An application on 127.0.0.1 whose SCIM service is SCIMMY's, which is not ours. */
export type ScimApplication = {
  readonly url: string
  readonly token: string
  readonly users: Map<string, Stored>
  readonly groups: Map<string, Stored>
  /** Asked for each request: what it does instead of serving it. */
  interfere: (request: Seen) => { readonly status: number; readonly detail?: string } | undefined
  close(): Promise<void>
}

/** The same that the server's tests have. */
export async function startScimApplication(): Promise<ScimApplication> {
  const file = new URL(
    '../../packages/server/src/applications/provisioning/testing/scim-application.ts',
    import.meta.url,
  )
  const fixture = (await import(file.href)) as { startScimApplication(): Promise<ScimApplication> }
  return fixture.startScimApplication()
}
