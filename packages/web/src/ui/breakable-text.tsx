import { Fragment } from 'react'

/** An identifier that may be broken after its colons, and nowhere inside of a word. */
export function BreakableText({ text }: { text: string }) {
  return text.split(':').map((part, index) => (
    // The parts of one text never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && (
        <>
          :<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}
