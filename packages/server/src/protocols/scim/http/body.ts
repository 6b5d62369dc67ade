import { arriving } from '../../../kit/http/body.ts'
import { jsonBounds, JsonFault, readJsonBytes } from '../../../kit/json/read-json.ts'
import { invalidRequest, ScimFailure } from '../failure.ts'
import { keysMax } from '../limits.ts'

/** Bytes of a body: a group may be sent with all of its members. */
export const scimBodyBytesMax = 8_388_608

export const mediaTypes = ['application/scim+json', 'application/json']

/** The JSON of a request. Throws 400, 413 and 415. */
export async function readScimBody(request: Request): Promise<unknown> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypes.includes(type)) throw new ScimFailure(415, `The Content-Type must be ${mediaTypes.join(' or ')}.`)
  const tooLarge = () => new ScimFailure(413, `The body has more than ${scimBodyBytesMax} bytes.`)
  if (Number(request.headers.get('content-length') ?? '0') > scimBodyBytesMax) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const bytes of arriving(request)) {
    size += bytes.byteLength
    if (size > scimBodyBytesMax) throw tooLarge()
    chunks.push(bytes)
  }
  const { depthMax } = jsonBounds
  try {
    return readJsonBytes(Buffer.concat(chunks), { depthMax, namesMax: keysMax })
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    if (error.kind === 'names')
      throw invalidRequest('invalidValue', `An object in the body has more than ${keysMax} attributes.`)
    if (error.kind === 'depth')
      throw invalidRequest('invalidValue', `The body is nested more than ${depthMax} levels deep.`)
    throw invalidRequest('invalidSyntax', 'The body is not valid JSON.')
  }
}
