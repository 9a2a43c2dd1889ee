/**
 * The active currencies of ISO 4217 by their number of decimals. Codes without decimals of their
 * own (gold, XDR, XXX) are no money anybody is charged in and are left out. Intl does not say this:
 * its digits follow usage (HUF, IQD and others differ), and it knows codes that are long withdrawn.
 */
const codesByPrecision = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL
    MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR
    PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
} as const;

const precisions = new Map<string, number>(
  Object.entries(codesByPrecision).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

const known = new Set(Intl.supportedValuesOf("currency"));

/** Whether prices can be kept in it: ISO 4217 lists it as active and Intl knows it. */
export function isSupportedCurrency(code: string): boolean {
  return precisions.has(code) && known.has(code);
}

/** Decimals of a currency's minor unit by ISO 4217 (JPY 0, EUR 2, KWD 3); only active ones have it. */
export function currencyPrecision(code: string): number {
  const precision = precisions.get(code);
  if (precision === undefined) throw new Error("not an active currency");
  return precision;
}
