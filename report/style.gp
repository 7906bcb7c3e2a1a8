# style.gp -- what all plots share; loaded before the template of a plot
#
# Set by the program: name, out, data, share (where templates are), width, height (of type real).
#
# Colours are roles, not colours: rgb(N,N,N) with N < 64 becomes the page's variable --cN, which has a light and a
# dark value in page.css. So one SVG serves both.
c_ink = "#010101"; c_muted = "#020202"; c_rule = "#030303"; c_own = "#040404"; c_roof = "#090909"
baseline_colours = "#050505 #060606 #070707 #080808"
baseline_points = "9 5 13 11" # triangle, square, diamond, ...: told apart without colour, too
baseline_dashes = "2 4 5 3"
pick(list, i) = word(list, (i - 1) % words(list) + 1)

set terminal svg size width,height font "sans,11" noenhanced name name dashlength 0.5 linewidth 1
set output out
set datafile separator tab
set datafile missing "?"
set encoding utf8
set border 3 linecolor rgb c_muted linewidth 1
set tics nomirror scale 0.4 textcolor rgb c_ink
set grid ytics linetype 1 linewidth 0.7 linecolor rgb c_rule
set xlabel textcolor rgb c_muted
set ylabel textcolor rgb c_muted
set key outside above left horizontal Left reverse samplen 2 spacing 1.1 textcolor rgb c_ink
set pointsize 0.85
