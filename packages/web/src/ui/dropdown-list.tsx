import { folded, matchesSearch } from '@portico/core'
import { startTransition, useState, type Key, type ReactNode } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Select, SelectValue } from 'react-aria-components/Select'

import { useWords } from '../context/portal-context.tsx'
import { ChevronDownIcon, SearchIcon } from './icons.tsx'
import type { DropdownProperties, OneProperties, SeveralProperties } from './dropdown-properties.ts'
import styles from './dropdown.module.css'
import search from './popup-search.module.css'

/** Spec section 9: a dropdown with this many items has a search. */
export const searchFromItems = 10

/** The spec's dropdown for one choice. React Aria's Select provides keyboard, focus and names, its Autocomplete the search. */
export function OneDropdown({ selectedId, onSelect, isDisabled = false, placeholder, ...list }: OneProperties) {
  const selected = list.items.find((item) => item.id === selectedId)
  return (
    <Localised>
      <Select
        aria-label={list.label}
        className={styles['root'] ?? ''}
        isDisabled={isDisabled}
        {...useOpening()}
        value={selected?.id ?? null}
        onChange={(key) => key !== null && onSelect(String(key))}
      >
        <Trigger>{selected === undefined ? <Placeholder text={placeholder} /> : selected.label}</Trigger>
        <Popup {...list} />
      </Select>
    </Localised>
  )
}

/** The dropdown for several choices; it stays open while choosing. */
export function SeveralDropdown({
  selectedIds,
  onSelect,
  isDisabled = false,
  placeholder,
  children,
  ...list
}: SeveralProperties) {
  return (
    <Localised>
      <Select
        aria-label={list.label}
        className={styles['root'] ?? ''}
        selectionMode="multiple"
        isDisabled={isDisabled}
        {...useOpening()}
        value={[...selectedIds]}
        onChange={(keys) => onSelect((keys as readonly Key[]).map(String))}
      >
        <Trigger>{selectedIds.length === 0 ? <Placeholder text={placeholder} /> : children}</Trigger>
        <Popup {...list} />
      </Select>
    </Localised>
  )
}

/** The popup is drawn in parts, between which the page answers: its first opening took half a second on a slow processor. */
function useOpening() {
  const [isOpen, setOpen] = useState(false)
  const onOpenChange = (wanted: boolean) => (wanted ? startTransition(() => setOpen(true)) : setOpen(false))
  return { isOpen, onOpenChange }
}

/** React Aria's built-in texts in the portal's language. */
function Localised({ children }: { children: ReactNode }) {
  return <I18nProvider locale={useWords().locale}>{children}</I18nProvider>
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

/** ARIA attributes of the search: it points at options of its list, which cannot have the focus. */
const comboboxRole = { role: 'combobox', 'aria-expanded': true } as const

type PopupProperties = Pick<DropdownProperties, 'label' | 'items' | 'searchLabel' | 'noMatch'>

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
    <Popover className={styles['popup'] ?? ''} placement="bottom start" maxHeight={heightMax}>
      {items.length < searchFromItems ? (
        list
      ) : (
        <Autocomplete filter={holdsEveryWord}>
          {/* Whoever opens a list with a search wants to search (the popup takes the focus in any case). */}
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
          <SearchField aria-label={searchLabel} autoFocus className={search['root'] ?? ''}>
            <SearchIcon />
            <Input {...comboboxRole} className={search['input'] ?? ''} placeholder={searchLabel} />
          </SearchField>
          {list}
        </Autocomplete>
      )}
    </Popover>
  )
}

/** Pixels (spec section 9). The kit sets it on the element itself, where no style sheet reaches. */
const heightMax = 250

function holdsEveryWord(text: string, typed: string): boolean {
  return matchesSearch(folded(text), { match: 'contains', text: typed })
}
