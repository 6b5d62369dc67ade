/** An environment of a tenant file, with the id that it has in the tenant. */
export type FileEnvironment = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly type: string
}

/** An address for one environment: `{environment}`, `{type}` and `{slug}` are replaced. */
export function filled(template: string, environment: Omit<FileEnvironment, 'id'>): string {
  return template
    .replaceAll('{environment}', encodeURIComponent(environment.name))
    .replaceAll('{type}', encodeURIComponent(environment.type))
    .replaceAll('{slug}', environment.slug)
}
