/** The bytes of a received document, with the charset of its Content-Type. The reader of the document decodes them. */
export type ReceivedDocument = { readonly bytes: Uint8Array; readonly charset?: string | undefined }

export async function receivedDocument(response: Response): Promise<ReceivedDocument> {
  return {
    bytes: new Uint8Array(await response.arrayBuffer()),
    charset: charsetOf(response.headers.get('content-type')),
  }
}

/** The charset parameter of a media type (RFC 9110 section 8.3.1); undefined without one. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset=(?:"([^"]+)"|([^\s;]+))/i
    .exec(contentType ?? '')
    ?.slice(1)
    .find((one) => one !== undefined)
}
