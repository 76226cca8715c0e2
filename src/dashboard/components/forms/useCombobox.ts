import { type KeyboardEvent, useEffect, useId, useState } from 'react'

/**
 * Returns roles and key handlers for a text field with a list of options: arrow keys move, Enter
 * chooses, Escape is left to the surrounding dialog. Source: ARIA practices, "Combobox".
 */
export function useCombobox(list: useCombobox.List): useCombobox.Parts {
  const { count, text, start, onChoose } = list
  const id = useId()
  // The active option is reset when the text changes, as the options are others then.
  const [at, setAt] = useState({ text, index: start })
  const index = Math.min(at.text === text ? at.index : Math.min(start, 0), count - 1)
  const active = index < 0 ? undefined : `${id}${index}`
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  function press(event: KeyboardEvent): void {
    const { key, nativeEvent } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (nativeEvent.isComposing || count === 0) return
    if (step !== undefined) {
      const from = index < 0 && step < 0 ? 0 : index
      setAt({ text, index: (from + step + count) % count })
    } else if (key === 'Enter' && index >= 0 && !event.ctrlKey && !event.metaKey) onChoose(index)
    else if (!list.onKey?.(event, index)) return
    event.preventDefault()
  }
  return {
    field: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': `${id}list`,
      'aria-activedescendant': active,
      onKeyDown: press,
    },
    list: { id: `${id}list`, role: 'listbox' },
    option: (index) => ({
      id: `${id}${index}`,
      role: 'option',
      'aria-selected': active === `${id}${index}`,
      onClick: () => onChoose(index),
    }),
  }
}

export declare namespace useCombobox {
  type List = {
    count: number
    text: string
    /** Index of the option that is active at first; -1 for none until an arrow key is pressed. */
    start: number
    onChoose: (index: number) => void
    /** Handles further keys; returns whether it did. */
    onKey?: (event: KeyboardEvent, index: number) => boolean
  }
  type Parts = {
    field: {
      role: 'combobox'
      autoComplete: 'off'
      spellCheck: false
      'aria-autocomplete': 'list'
      'aria-expanded': boolean
      'aria-controls': string
      'aria-activedescendant': string | undefined
      onKeyDown: (event: KeyboardEvent) => void
    }
    list: { id: string; role: 'listbox' }
    option: (index: number) => {
      id: string
      role: 'option'
      'aria-selected': boolean
      onClick: () => void
    }
  }
}
