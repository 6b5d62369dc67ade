import { apiPrefix, fillPath, getApplicationIcon } from '@portico/core/contract'

/** Where a browser reads an icon. */
export function iconPath(hash: string): string {
  return apiPrefix + fillPath(getApplicationIcon.path, { hash })
}
