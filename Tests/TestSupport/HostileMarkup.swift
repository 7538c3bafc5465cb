/// Markup that would run, fetch or send something where a browser takes it for its own page's.
package enum HostileMarkup {
    /// What asks for the address `N`, each in a way of its own.
    package static let vectors: [String] = [
        "<script>fetch('N')</script>", "<script src=N.js></script>", "<img src=N>",
        "<img src=x onerror=\"fetch('N')\">",
        "<img srcset='N 1x'>", "<picture><source srcset=N><img src=data:,></picture>", "<style>@import 'N';</style>",
        "<style>body{background:url(N)}</style>",
        "<style>@font-face{font-family:f;src:url(N)}body{font-family:f}</style>",
        "<link rel=stylesheet href=N>", "<link rel=preload as=image href=N>", "<link rel=modulepreload href=N.js>",
        "<link rel=icon href=N>", "<meta http-equiv=refresh content='0;url=N'>", "<iframe src=N></iframe>",
        "<iframe srcdoc=\"<img src='N'>\"></iframe>", "<object data=N></object>", "<embed src=N>",
        "<video src=N autoplay></video>", "<video poster=N></video>", "<audio src=N autoplay></audio>",
        "<svg><image href=N /></svg>", "<svg><script>fetch('N')</script></svg>", "<svg onload=\"fetch('N')\">",
        "<form action=N><input autofocus onfocus=\"fetch('N')\"></form>", "<a href=N>open</a>",
        "<a ping=N href=#>ping</a>",
        "<a target=_blank href=N>new</a>", "<a href=\"javascript:fetch('N')\">run</a>", "<input type=image src=N>",
        "<table background=N><tr><td>x</table>", "<body background=N onload=\"fetch('N')\">",
        "<div style=\"background:image-set('N' 1x)\">x</div>",
        "<div style=\"list-style:url(N);display:list-item\">x</div>",
        "<math><annotation-xml encoding=text/html><img src=N></annotation-xml></math>",
        "</title><script>document.title='leaked';fetch('N')</script>",
        "--></style></script><script>fetch('N')</script>",
        "\"><script>fetch('N')</script>", "</main></section><img src=N>",
        "<details open ontoggle=\"fetch('N')\">x</details>",
    ]

    /// What can be more in a mail than in words of a page.
    package static let ofMail: [String] = [
        "<noscript><img src=N></noscript>", "<base href=N><img src=x.png>",
        "<meta http-equiv=Content-Security-Policy content=\"default-src *\"><img src=N>",
        "<a href=N target=_top>top</a>", "<a href=N target=_parent>parent</a>",
        "<a href=N style='position:fixed;inset:0;pointer-events:auto!important'>all</a>",
        "<form action=N method=post><button style='position:fixed;inset:0'>send</button></form>",
        "<form action=N target=_top><input name=a value=b><input type=submit></form>",
        "<frameset><frame src=N></frameset>", "<link rel=dns-prefetch href=N><link rel=preconnect href=N>",
        "<link rel=prefetch href=N>", "<link rel=manifest href=N>",
        "<style>input[value^=a]{background:url(N)}</style><input value=abc>",
        "<style>@media screen{body{cursor:url(N),auto;border-image:url(N)}}</style>",
        "<p style=\"background:u\\72l(N)\">escaped</p>", "<svg><use href=N#x /></svg>",
        "<svg><feImage href=N /></svg>", "<svg><foreignObject><img src=N></foreignObject></svg>",
        "<video><track src=N default></video>", "<input type=image src=N formaction=N>",
        "<img src=//127.0.0.1:P/protocol>", "<img src='ht&#x0A;tp://127.0.0.1:P/newline'>",
        "<script type=module>import 'N.js'</script>", "<script>top.location='N'</script>",
        "<script>window.open('N');parent.document.title='leaked'</script>",
        "<iframe src=\"javascript:fetch('N')\"></iframe>", "<iframe src='data:text/html,<img src=N>'></iframe>",
        "<img usemap=#m src=data:,><map name=m><area shape=default href=N></map>",
        "<style>@namespace 'N';:root{--x:url(N);background:var(--x)}</style>",
        "<img loading=eager crossorigin src=N>",
    ]
}
