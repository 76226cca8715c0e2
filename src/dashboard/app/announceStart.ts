// The start has loaded and runs: `boot.ts` asks for the files of the page now, if it has not yet.
document.dispatchEvent(new Event('estuary:start'))
