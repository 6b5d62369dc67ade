import { versionOfContent } from '../../kit/http/etag.ts'

/** A mapping has no row that counts its changes, so its groups are its version. */
export function mappingVersion(groups: readonly { readonly id: string }[]): string {
  return versionOfContent(groups.map(({ id }) => id).toSorted())
}
