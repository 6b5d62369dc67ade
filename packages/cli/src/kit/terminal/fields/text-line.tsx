import { Box, Text } from 'ink'
import TextInput from 'ink-text-input'
import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import type { Line } from './line.ts'

/** Draws a {@link Line}, with the cursor if it has the keyboard focus. */
export function TextLine(props: {
  line: Line
  hasKeyboard: boolean
  placeholder?: string
  label: string
  mask?: boolean
}) {
  const { line, hasKeyboard, placeholder = '', label, mask = false } = props
  const { value, epoch } = useStore(line)
  // A remounted component has its cursor at the end, so the line's cursor moves there too.
  useLayoutEffect(() => line.setState({ cursor: line.getState().value.length }), [line])
  return (
    <Box aria-label={label}>
      <TextInput
        key={epoch}
        value={value}
        focus={hasKeyboard}
        placeholder={placeholder}
        onChange={nothing}
        {...(mask ? { mask: '*' } : {})}
      />
      {value === '' && placeholder === '' && !hasKeyboard ? <Text> </Text> : null}
    </Box>
  )
}

// The line computes the value before the component gets the key.
const nothing = () => undefined
