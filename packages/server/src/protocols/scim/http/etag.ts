import { ScimFailure } from '../failure.ts'

/** Weak, because an answer may have only some of the attributes (RFC 7644 section 3.14). */
export function scimEtag(version: number): string {
  return `W/"${version}"`
}

/** Throws 412 where If-Match names other versions. Directories send a tag as they received it, weak. */
export function checkIfMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version))
    throw new ScimFailure(412, 'The resource has changed since it was read.')
}

/** Whether If-None-Match names this version: 304. */
export function isKnownVersion(ifNoneMatch: string | undefined, version: number): boolean {
  return ifNoneMatch !== undefined && namesVersion(ifNoneMatch, version)
}

function namesVersion(header: string, version: number): boolean {
  return header.split(',').some((part) => ['*', `"${version}"`].includes(part.trim().replace(/^W\//, '')))
}
