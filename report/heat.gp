# heat.gp -- two parameters of a family: the best time of each pair of values relative to the best of all
#
# Columns: x, y, colour of the cell, colour of the text, text. Set by the program: x_max, y_max, x_title, y_title,
# left_edge, bottom_edge, tics.
set lmargin at screen left_edge
set rmargin at screen 0.985
set bmargin at screen bottom_edge
set tmargin at screen 0.985
set xrange [0.5:x_max + 0.5]
set yrange [0.5:y_max + 0.5]
unset grid
unset border
unset key
set tics scale 0
set xlabel x_title offset 0, 0.6
set label 103 y_title at screen 0.008, graph 0.5 center rotate by 90 offset char 1.0, 0 textcolor rgb c_muted
g = 0.47
plot data using 1:2:($1 - g):($1 + g):($2 - g):($2 + g):3 with boxxyerror fillstyle solid 1 noborder linecolor rgb variable, \
     data using 1:2:5:4 with labels textcolor rgb variable
unset output
