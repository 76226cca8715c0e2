import type { ProjectFile } from './repoRules.ts'

/** Citable documents: how comments cite a place in them, and how to find that place. */
const kinds: readonly { cited: RegExp; document: string; place: (name: string) => RegExp }[] = [
  ...['wire', 'durability', 'pages', 'figures'].map((name) => ({
    cited: new RegExp(`\\b${name}, "([^"]+)"(?: and "([^"]+)")?`, 'g'),
    document: `.github/decisions/${name}.md`,
    place: (text: string) => new RegExp(`^#+ ${escapeRegex(text)}\\b`, 'm'),
  })),
  {
    cited: /\bsecurity (?:rules? )?(\d+)(?:(?:, | and | to )(\d+))?(?:(?:, | and | to )(\d+))?/g,
    document: '.github/SECURITY.md',
    place: buildRowPattern,
  },
  {
    cited: /\bdurability (\d+)(?: and (\d+))?/g,
    document: '.github/decisions/durability.md',
    place: buildRowPattern,
  },
  {
    cited: /\barchitecture section (\d+)/g,
    document: '.github/ARCHITECTURE.md',
    place: (text) => new RegExp(`^## ${text}\\. `, 'm'),
  },
  {
    cited: /\bspecification,? section (\d+(?:\.\d+a?)?)/g,
    document: '.github/decisions/specification.md',
    place: (text) => new RegExp(`(?:^\\| |[ ,:] ?)${escapeRegex(text)} `, 'm'),
  },
]

/** Documents that comments cited earlier and that are not in the repository. */
const elsewhere =
  /\b(decisions|design|product|goals|reliability|style|toolchain)(\.md\b|,? "| section \d| \d)/

/** Returns one line `path cites …` for each cited source that is not in the repository. */
export function findDeadCitations(files: readonly ProjectFile[]): string[] {
  const documents = new Map(files.map(({ path, text }) => [path, text]))
  return files
    .filter(({ path }) => /^(src|e2e)\/.*\.(tsx?|mjs|cjs|sol|c|h)$/.test(path))
    .flatMap((file) => {
      const text = joinComments(file.text)
      const dead = kinds.flatMap(({ cited, document, place }) =>
        [...text.matchAll(cited)].flatMap((match) => {
          const [, ...names] = match
          const missing = names.find(
            (name) => name && !place(name).test(documents.get(document) ?? ''),
          )
          return missing === undefined ? [] : [`${match[0]}: ${document} has no ${missing}`]
        }),
      )
      const foreign = text.match(elsewhere)
      const all = foreign
        ? [...dead, `${foreign[0]} stands in no document of this repository`]
        : dead
      return all.map((fault) => `${file.path} cites ${fault}`)
    })
}

/** Returns one line `path names …` for each test that a document names and that does not exist. */
export function findDeadTestNames(files: readonly ProjectFile[]): string[] {
  const tests = new Set(files.map(({ path }) => path.replace(/^.*\/|\.tsx?$/g, '')))
  return files
    .filter(({ path }) => /^\.github\/.*\.md$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/`(\w+\.(?:test|spec|integration))`/g)].flatMap(([, name = '']) =>
        tests.has(name) || tests.has(`${name}.test`)
          ? []
          : [`${path} names ${name}, which does not exist`],
      ),
    )
}

/** Joins the lines of comments. */
function joinComments(text: string): string {
  return text.replaceAll(/\n\s*(?:\*|\/\/\/?) ?/g, ' ')
}

function buildRowPattern(number: string): RegExp {
  return new RegExp(`^\\| ${number} `, 'm')
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
