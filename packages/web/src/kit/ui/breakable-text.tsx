import { Fragment } from 'react'

/** An identifier that may wrap after a colon, but not inside a word. */
export function BreakableText({ text }: { text: string }) {
  return text.split(':').map((part, index) => (
    // The parts of one text never change order.
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
