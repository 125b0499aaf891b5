const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words by language that say what language it is, and nothing about what is asked. */
export const stopWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    `a about after all am an and any are as at be been but by can could did do does explain find for from get
    give go had has have help how i if in into is it its know let like long look many may me more much must
    my need no not of on one or our out please s say see shall should show so some tell than that the
    their them then there these they this those to up us want was we were what when where which who
    why will with would you your`,
  ),
  de: words(
    `aber alle als am an auch auf aus bei bin bis bitte da das dass dem den der des die dir doch du ein
    eine einem einen einer eines er erkläre es etwas finde für gib gibt haben hat hätte ich ihr ihre im
    in ist kann kannst können lange man mein meine meinem meinen mich mir mit möchte muss nach nicht noch nur
    oder ohne sag sein sich sie sind so über um und uns unser unsere unserem unseren vom von wann war
    warum was welche welchen welcher welches wenn wer werden wie wieso will wir wird wo wurde zeig zeige
    zu zum zur`,
  ),
  fr: words(
    `ai ainsi alors as au aux avec avez avons bien c ce ces cet cette combien comme comment d dans de
    des dis dois donc donne du elle en est et être faire fait faut il ils j je l la le les leur lui m
    ma mais me mes moi mon montre n ne nos notre nous on ont ou où par pas peut peux plus pour pourquoi
    puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tes
    toi ton trouve tu un une va veut veux vos votre vous y`,
  ),
  es: words(
    `a al algo como cómo con cual cuál cuáles cuando cuándo cuánto cuánta cuántos de debe del dime donde
    dónde e el ella en encuentra es esa ese eso esta está están este esto estoy explica fue ha hace hay
    he la las le lo los más me mi mis mucho muestra muy necesito no nos nuestra nuestro o para pero por
    porque puede puedes puedo que qué quien quién quiero se ser si sí sin sobre son su sus te tengo
    tiene todo tu tus un una usted y yo`,
  ),
  it: words(
    `a ai al alla anche c che chi ci come con cosa cos da dal dalla degli dei del dell della delle di
    dimmi dove dov e è ed fare gli ha hai ho i il in io l la le lo ma mi mia mie miei mio molto mostra
    ne nel nella nell noi non nostra nostro o per perché più può puoi posso qual quale quali quando
    quanto quanti quest questa questo se sei si sia sono spiega su sua sul sulla suo trova tu un una uno
    voglio vorrei`,
  ),
  pt: words(
    `a ao aos as até com como da das de diga do dos e é ela ele em encontre entre essa esse esta está
    este estou eu explique foi há isso isto já lhe mais mas me meu meus minha minhas mostre muito na
    não nas nem no nos nós nossa nosso o onde os ou para pela pelo por porque posso pode preciso qual
    quais quando quanto quantos que quem quero se sem ser seu seus sobre sua são tem tenho um uma
    você vocês`,
  ),
  nl: words(
    `aan al als ben bij dan dat de deze die dit door een en er geef geen had heb hebben heeft het hoe
    hoeveel hun ik in is jij je jouw kan kun kunnen kunt laat leg maar me meer met mij mijn moet mogen na
    naar niet nog nu of om ons onze ook op over te tot u uit uw van vind voor waar waarom wanneer want
    was wat we welk welke wie wij wil worden zien zij zijn zo zonder`,
  ),
  sv: words(
    `alla att av då de den denna det detta dig din du där efter ej ett eller en för från få får ha hade
    han har hon hur hjälp i inte jag kan kom man med men mig min mina mitt mot mycket ni när och också
    om oss på sig sin ska skulle så som till ut under upp vad var vara varför vem vi vid vilka vilken
    vilket vill vår våra vårt är`,
  ),
  da: words(
    `af alle at blev da de dem den denne der det dette dig din du efter eller en er et for fra få får
    ham han har have hun hvad hvem hvilke hvilken hvis hvor hvordan hvorfor hvornår i ikke jeg kan kom
    man med meget men mig min mine mit mod ned når nu og også om op os over på sig sin skal skulle som
    til ud under var ved vi vil vores være`,
  ),
  pl: words(
    `a albo ale bez będzie był była było by ci co czy dla do dlaczego gdy gdzie go i ich ile ja jak jaka
    jaki jakie jaką jego jej jest jestem jeszcze już każdy kiedy kto która które który lub ma mam masz
    mi mnie moja moje może mogę możesz mój można na nad nam nas nasz nasza nie nim niż o od oraz po pod
    pokaż powiedz proszę przed przez przy są się ta tak tam te tego ten to tu ty tylko w we więc wszystko
    z za ze znajdź że`,
  ),
  cs: words(
    `a ale ani asi až bez bude by byl byla co či další do ho i já jak jaká jaké jaký je jeho jejich jen
    ještě ji jsem jsi jsme jsou k kde kdo kdy která které který má mám máte mě mezi mi mně mohu může
    můj můžete na náš nebo není než o od po pod podle pokud pro proč prosím před při s se si tak také
    tam ten to tu ty u už v váš ve více však vy z za ze že`,
  ),
  tr: words(
    `acaba ama bana bazı ben benim bir biri biz bizim bu buna bunu çok da daha de değil diye en gibi göre
    göster hangi hem hep her için ile ise kaç kadar kim ki mı mi mu mü nasıl ne neden nedir nerede niçin
    niye o olan olarak oldu onu sen siz şey şu tüm ve veya var ya yok`,
  ),
}
