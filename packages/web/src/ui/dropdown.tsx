import type { Key, ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Select, SelectValue } from 'react-aria-components/Select'

import { ChevronDownIcon, SearchIcon } from './icons.tsx'
import styles from './dropdown.module.css'

/** Spec section 9: a dropdown of this many items has a search. */
export const searchFromItems = 10

export type DropdownItem = { readonly id: string; readonly label: string; readonly detail?: string | undefined }

type Common = {
  readonly label: string
  readonly items: readonly DropdownItem[]
  readonly searchLabel: string
  readonly noMatch: string
  readonly isDisabled?: boolean
  readonly placeholder: string
}

type OneProperties = Common & {
  readonly selectedId: string | undefined
  readonly onSelect: (id: string) => void
}

/** One of many: the spec's dropdown. Keyboard, focus and names are React Aria's Select; its search is an Autocomplete. */
export function Dropdown({ selectedId, onSelect, isDisabled = false, placeholder, ...list }: OneProperties) {
  const selected = list.items.find((item) => item.id === selectedId)
  return (
    <Select
      aria-label={list.label}
      className={styles['root'] ?? ''}
      isDisabled={isDisabled}
      value={selected?.id ?? null}
      onChange={(key) => key !== null && onSelect(String(key))}
    >
      <Trigger>{selected === undefined ? <Placeholder text={placeholder} /> : selected.label}</Trigger>
      <Popup {...list} />
    </Select>
  )
}

type SeveralProperties = Common & {
  readonly selectedIds: readonly string[]
  readonly onSelect: (ids: readonly string[]) => void
  /** How the chosen ones stand on the button. */
  readonly children: ReactNode
}

/** Several of many; it stays open while one chooses. */
export function MultiDropdown({
  selectedIds,
  onSelect,
  isDisabled = false,
  placeholder,
  children,
  ...list
}: SeveralProperties) {
  return (
    <Select
      aria-label={list.label}
      className={styles['root'] ?? ''}
      selectionMode="multiple"
      isDisabled={isDisabled}
      value={[...selectedIds]}
      onChange={(keys) => onSelect((keys as readonly Key[]).map(String))}
    >
      <Trigger>{selectedIds.length === 0 ? <Placeholder text={placeholder} /> : children}</Trigger>
      <Popup {...list} />
    </Select>
  )
}

function Placeholder({ text }: { text: string }) {
  return <span className={styles['placeholder']}>{text}</span>
}

function Trigger({ children }: { children: ReactNode }) {
  return (
    <Button className={styles['trigger'] ?? ''}>
      <SelectValue className={styles['value'] ?? ''}>{() => children}</SelectValue>
      <ChevronDownIcon />
    </Button>
  )
}

/** What the search is to those who cannot see it: it points at options of its list, which cannot have the focus. */
const comboboxRole = { role: 'combobox', 'aria-expanded': true } as const

type PopupProperties = Pick<Common, 'label' | 'items' | 'searchLabel' | 'noMatch'>

function Popup({ label, items, searchLabel, noMatch }: PopupProperties) {
  const list = (
    <ListBox
      aria-label={label}
      items={items}
      className={styles['list'] ?? ''}
      renderEmptyState={() => <p className={styles['none']}>{noMatch}</p>}
    >
      {(item) => (
        <ListBoxItem textValue={`${item.label} ${item.detail ?? ''}`} className={styles['item'] ?? ''}>
          {({ isSelected }) => (
            <>
              <span className={styles['mark']} aria-hidden="true">
                {isSelected ? '✓' : ''}
              </span>
              <span className={styles['text']}>
                {item.label}
                {item.detail !== undefined && <span className={styles['detail']}>{item.detail}</span>}
              </span>
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
  return (
    <Popover className={styles['popup'] ?? ''} placement="bottom start">
      {items.length < searchFromItems ? (
        list
      ) : (
        <Autocomplete filter={holdsEveryWord}>
          {/* Whoever opens a list with a search wants to search (the popup takes the focus in any case). */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <SearchField aria-label={searchLabel} autoFocus className={styles['search'] ?? ''}>
            <SearchIcon />
            <Input {...comboboxRole} className={styles['searchInput'] ?? ''} placeholder={searchLabel} />
          </SearchField>
          {list}
        </Autocomplete>
      )}
    </Popover>
  )
}

function holdsEveryWord(text: string, typed: string): boolean {
  const held = text.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word))
}
