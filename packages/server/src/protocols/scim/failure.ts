/** Kinds of SCIM errors (RFC 7644 section 3.12; `invalidCursor`: RFC 9865 section 2.1). */
export const scimTypes = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidCursor',
] as const
export type ScimType = (typeof scimTypes)[number]

/** An answer with an error, thrown while a SCIM request is handled. The detail must not contain private data. */
export class ScimFailure extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** A group has members whom the directory never sent: a value in the body, so 400 and not 404 (RFC 7644 section 3.12). */
export class UnknownMembers extends ScimFailure {
  /** At most 100, each of at most 100 characters. */
  readonly members: readonly string[]

  constructor(members: readonly string[]) {
    const named = members.slice(0, 100).map((id) => id.slice(0, 100))
    super(400, `There is no user with the id ${named[0] ?? ''}.`, 'invalidValue')
    this.members = named
  }
}

/** 400, with what is wrong. */
export function invalidRequest(scimType: ScimType, detail: string): ScimFailure {
  return new ScimFailure(400, detail, scimType)
}

/** The body of an error answer. `status` is a string (RFC 7644 section 3.12). */
export function scimErrorBody({ status, scimType, message }: ScimFailure) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  }
}
