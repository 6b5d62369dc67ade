import type { Logger } from 'pino'

/**
 * A body whose parts are made as the client receives them. A failure halfway closes the connection, so that an incomplete
 * answer is not mistaken for a complete one: the status has already been sent.
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
