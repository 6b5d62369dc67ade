import type { Logger } from 'pino'

/**
 * A body whose parts are made as the client takes them. A failure in the middle ends the connection, so that half an
 * answer is never taken for a whole one: the status was sent long before.
 */
export function streamed(parts: AsyncIterable<string>, { log }: { readonly log: Logger }): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await iterator.next()
          if (done === true) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          log.error({ err: error }, 'an answer was cut off')
          controller.error(error)
        }
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 1 },
  )
}
