import { Box, Text } from 'ink'
import TextInput from 'ink-text-input'
import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'

import type { Line } from './line.ts'

/** Draws a {@link Line} with the cursor where it has the keyboard. */
export function TextLine(props: {
  line: Line
  hasKeyboard: boolean
  placeholder?: string
  label: string
  mask?: boolean
}) {
  const { line, hasKeyboard, placeholder = '', label, mask = false } = props
  const { value, epoch } = useStore(line)
  // A component that was mounted again has its cursor at the end; so has the line from now on.
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

// The line decides the value before the component sees the key.
const nothing = () => undefined
