/**
 * Folders of the dashboard whose texts do not go through `translate` yet. While there is one, other
 * languages are not offered; those texts are in English in every language.
 */
export const unconvertedFolders: readonly string[] = []
