/** What was compared, one comparison on each line; long values in full, in letters of one width. */
export function Evidence({ text }: Evidence.Props) {
  return text.split('. ').map((line) => (
    <span key={line} className="block">
      {line.split(/(\w{25,})/).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <span key={index} className="mono text-xs break-all">
            {part}
          </span>
        ),
      )}
    </span>
  ))
}

export declare namespace Evidence {
  type Props = { text: string }
}
