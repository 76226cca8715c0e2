/**
 * By letter, digit or pair, what looks like it beyond what Unicode takes apart itself (NFKD), in lower
 * case, or in upper case where only that looks like it. Digits and `i` count as the letters that they
 * look like.
 *
 * Made once from the confusables of UTS 39 and from the letters that Unicode names as variants of Latin
 * ones (with a stroke or hook, small capitals, reversed, in squares), together with currencies and signs
 * that are used for letters. Scripts beyond the basic plane, which most devices show as boxes, are left
 * out.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  2: 'ƧƻϨᒿꛯꝚ',
  4: 'Ꮞ',
  6: 'бᏮⳒ',
  9: '৭੧୨൭ⳊꝮ',
  a: 'ɐɑαаᗅᗩᴀᶏ₳∀⍶⍺ⱥⲁꓮꭺ🅐🅰🇦',
  aa: 'ꜳ',
  ae: 'æӕ',
  ao: 'ꜵ',
  au: 'ꜷ',
  av: 'ꜹꜻ',
  ay: 'ꜽ',
  b: '8ßƀƃƄȣɓʙβБЬвѣҍ৪੪ᏏᏰᏼᖯᗷᴃᵬᶀ₿ⲃꓐꞗꞵ🅑🅱🇧',
  bl: 'Ы',
  c: '¢ƈȼɕͻςϛсҫᑕᴄ₡₵ↄ⊂ⲥ⸦ꓚꜿꞓꞔꮯ🅒🅲🇨',
  d: 'ðđƌȡɖɗԁᏧᑯᗞᗪᴅᵭᶁᶑ₫ꓒꓓꝺꟈꭰ🅓🅳🇩',
  dz: 'ʣ',
  e: '3ƩƷǝȜɇɘɛɜɝΣεξЗеєҘҽҿӠᴇᴈᶒᶓᶔ€℮∑⋿ⱸⱻⲉⳌⴹⵉꓰꝪꬲꬳꬴꭼ🅔🅴🇪',
  f: 'ƒϜքᖴᵮᶂẝꓝꜰꝼꞙꬵ🅕🅵🇫',
  g: 'ƍǥɠɡɢʛԍցᏻᵷᵹᶃꓖꝿꞡꮐ🅖🅶🇬',
  h: 'ħɦʜʮʯηнћңһӈӊհᏂᏲᕼⱨⲏꓧꚕꞍꞕꮋ🅗🅷🇭',
  j: 'ȷɉɟʄʝϳјᒍᴊꓙꭻ🅙🅹🇯',
  k: 'ƙʞκкҚҞᛕᴋᶄ₭ⱪⲕꓗꝁꝃꝅꞣꮶ🅚🅺🇰',
  l: '1i|ıłƚǀȴɨɩɪɫɬɭʟιіӏ\u{5c0}\u{5d5}\u{5df}\u{627}\u{661}\u{673}۱\u{7ca}ᒪᛁᴉᴌᵎᵻᵼᶅᶖ∣⍳⍸⏽ⱡⲓⳑⵏꓡꓲꙇꝉꞁꞎꬷꬸꬹꭵꮮ🅘🅛🅸🅻🇮🇱',
  ll: 'ǁ\u{5f0}‖∥',
  lo: 'Ю⏨',
  ls: 'ʪ',
  lt: '₶',
  lz: 'ʫ',
  m: 'ƜɰɱμϺмӍᗰᛖᴍᴟᵯᶆⲙꓟꟺꬺꮇ🅜🅼🇲',
  n: 'ƞȵɲɳɴΝոռᴎᴻᵰᶇ₦∩ⲛꓠꞑꞥꬻ🅝🅽🇳',
  o: '0øɔɵθοσоѳөօ\u{5e1}\u{647}\u{665}\u{6be}\u{6c1}\u{6d5}۵\u{6ff}\u{7c0}०০੦૦ଠ୦௦౦೦ഠ൦๐໐တဝ၀ჿዐᴏᴑᴒᴓᶗ∘⊖⊝⍬○●◯ⱺⲟⴱⵁⵔ〇ꓳꝋꝍꬽꬾꬿꭴꮎꮻ🅞🅾🇴',
  oe: 'œɶ',
  oo: '∞ꚙꝏ',
  p: 'ƥρрᑭᴘᴩᵱᵽᶈ₱⍴ⲣꓑꝑꝓꝕꮲ🅟🅿🆊🇵',
  q: 'ɋʠԛգզⵕꝗꝙꞯ🅠🆀🇶',
  r: 'ɍɹɺɻɼɽɾɿʀгғᖇᴙᴚᴦᵲᵳᶉⱹⲅꓣꓤꝛꞃꞞꞧꭆꭇꭈꭉꭨꭱꮁꮢ🅡🆁🇷',
  rn: '₥',
  s: '$5ƽȿʂѕտᏕᔑᔕᵴᶊꓢꙅꜱꞅꞩꟊꮪ🅢🆂🇸',
  t: 'ŧƫƭȶʇʈτтҭᴛᵵ†₮⊤⍡⟙ⱦⲧꓔꞇꭲ🅣🆃🇹',
  te: 'Ꜩ',
  tf: 'ꝷ',
  ts: 'ʦ',
  u: 'ʉʋυЦսሀᑌᴜᴝᵾᶙ∪⊔⋃⨆ꓴꞟꞹꭎꭒꮜ🅤🆄🇺',
  ue: 'ᵫ',
  uo: 'ꭣ',
  v: 'ƲɅνѵ\u{5d8}\u{667}۷ᐯᴠ√∨⋁ⱱⱴⴸꓦꛟꝟꮩ🅥🆅🇻',
  w: 'ɯʍωѡѽԝաᴡ₩⍵⍹ⱳⲱꓪꙍꝡꞷꮃꮤ🅦🆆🇼',
  x: '×χхҲᕁᕽ᙭᙮ᚷᶍ╳✕✖⤫⤬⨯⨰ⲭⵝꓫꭓꭕꭖꭗꭘꭙ🅧🆇🇽',
  y: '¥ƴɏɣʎʏΥγуүұყᎽᶌỿⲩꓬꭚꭹ🅨🆈🇾',
  z: 'ƶȥɀʐʑΖᴢᵶᶎⱬꓜꮓ🅩🆉🇿',
}

const letters: ReadonlyMap<string, string> = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) =>
    Array.from(others, (one): [string, string] => [one, letter]),
  ),
)

/**
 * Returns the same text for all texts that look alike, in any case. Marks, spaces and punctuation are
 * left out; signs that look like no letter stay.
 */
export function toSkeleton(text: string): string {
  const visible = text.normalize('NFKD').replaceAll(/[\p{M}\p{DI}\p{C}]/gu, '')
  return Array.from(visible, (one) => {
    const lower = one.toLowerCase()
    return letters.get(one) ?? letters.get(lower) ?? lower
  })
    .join('')
    .replaceAll(/[\p{P}\p{Z}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
