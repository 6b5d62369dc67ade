import { Text } from 'ink'

import { rangesOf, type Range } from './ranges.ts'

/** A matched part of a text; `isHere`: it is in the current match. */
export type Mark = Range & { readonly isHere: boolean }

/** A text with its matches: the current one inverted, the others bold and underlined. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const parts = marks.map(({ start, end, isHere }, at) => ({
    before: text.slice(marks[at - 1]?.end ?? 0, start),
    found: text.slice(start, end),
    isHere,
    at,
  }))
  return (
    <>
      {parts.map(({ before, found, isHere, at }) => (
        <Text key={at}>
          {before}
          <Text bold underline={!isHere} inverse={isHere}>
            {found}
          </Text>
        </Text>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  )
}

/** A text with all matches marked. Inside an inverted text the marks are bold: omit `isHere`. */
export function Found(props: { text: string; wanted: string; isHere?: boolean }) {
  const { text, wanted, isHere = false } = props
  return <Marked text={text} marks={rangesOf(text, wanted).map((range) => ({ ...range, isHere }))} />
}
